import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { readerOf } from '../search/reader.ts'
import { compareSets } from './contrast.ts'

export const contrastRoutes = {
  compare: procedures.contrast.compare
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, signal }) =>
      compareSets(await readerOf(context, input.eventType, signal), input),
    ),
}
