import { allows } from '../../contract/index.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { readerOf } from '../search/reader.ts'
import { compareSets } from './contrast.ts'
import { countEarlier } from './earlier-events.ts'
import { readSets } from './read-sets.ts'
import { createRuleAttributes } from './rule-attributes.ts'

export const contrastRoutes = {
  counts: procedures.contrast.counts
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, signal }) => {
      const reader = await readerOf(context, input.eventType, signal)
      return countEarlier(reader, input, await readSets(context, reader, input, signal))
    }),
  compare: procedures.contrast.compare
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, signal }) => {
      const reader = await readerOf(context, input.eventType, signal)
      // What rules can read is for those who see them.
      const seesRules = allows(levelIn(context.principal, input.environmentId, 'rules', context.tree), 'read')
      const ruleAttributeOf = seesRules
        ? createRuleAttributes(context.engine.vocabulary(input.environmentId, input.eventType))
        : () => null
      return compareSets({ ...reader, ruleAttributeOf }, input, await readSets(context, reader, input, signal))
    }),
}
