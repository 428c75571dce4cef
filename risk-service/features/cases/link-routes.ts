import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { exportLinks } from './links/export-links.ts'
import { analyseLinks, countAnyLinks, countLinkedEvents } from './links/link-analysis.ts'

const { linkAnalysis } = procedures

export const linkRoutes = {
  counts: linkAnalysis.counts
    .use(inEnvironment)
    .handler(({ context, input, signal }) => countLinkedEvents(context, input, signal)),
  total: linkAnalysis.total
    .use(inEnvironment)
    .handler(async ({ context, input, signal }) => ({ events: await countAnyLinks(context, input, signal) })),
  results: linkAnalysis.results
    .use(inEnvironment)
    .handler(({ context, input, signal }) => analyseLinks(context, input, signal)),
  export: linkAnalysis.export
    .use(inEnvironment)
    .handler(({ context, input, signal }) => exportLinks(context, input, signal)),
}
