import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { readerOf } from '../search/reader.ts'
import { compareSets } from './contrast.ts'
import { readSets } from './read-sets.ts'
import { createRuleAttributes } from './rule-attributes.ts'

export const contrastRoutes = {
  compare: procedures.contrast.compare
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, signal }) => {
      const reader = await readerOf(context, input.eventType, signal)
      const ruleAttributeOf = createRuleAttributes(context.engine.vocabulary(input.environmentId, input.eventType))
      return compareSets({ ...reader, ruleAttributeOf }, input, await readSets(context, reader, input, signal))
    }),
}
