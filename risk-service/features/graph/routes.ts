import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { readEventGraph } from './event-graph.ts'
import { expandNode } from './expand.ts'
import { findHubs } from './hubs.ts'
import { readNeighbourhood } from './neighbourhood.ts'
import { findPaths } from './paths.ts'
import { readSelection } from './selection.ts'
import { attachGraph } from './snapshots/attach-graph.ts'
import { readSnapshot } from './snapshots/read-snapshot.ts'

const { graph } = procedures

export const graphRoutes = {
  neighbourhood: graph.neighbourhood
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => readNeighbourhood(context, input, signal)),
  event: graph.event
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => readEventGraph(context, input, signal)),
  expand: graph.expand
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => expandNode(context, input, signal)),
  path: graph.path
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => findPaths(context, input, signal)),
  hubs: graph.hubs
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => findHubs(context, input, signal)),
  selection: graph.selection
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => readSelection(context, input, signal)),
  attach: graph.attach
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input }) => attachGraph(context, input)),
  snapshot: graph.snapshot
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => readSnapshot(context, input, signal)),
}
