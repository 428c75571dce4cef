import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { connect, disconnect, reconnect, startSync } from './change-connection.ts'
import { loadIssues, loadState } from './read-state.ts'
import { retailCallOf } from './retail-call.ts'

const { retailConnector } = procedures

export const retailConnectorRoutes = {
  get: retailConnector.get.use(inEnvironment).handler(({ context, input }) => loadState(retailCallOf(context, input))),
  connect: retailConnector.connect
    .use(inEnvironment)
    .handler(({ context, input }) => connect(retailCallOf(context, input), input.url)),
  reconnect: retailConnector.reconnect
    .use(inEnvironment)
    .handler(({ context, input }) => reconnect(retailCallOf(context, input))),
  disconnect: retailConnector.disconnect
    .use(inEnvironment)
    .handler(({ context, input }) => disconnect(retailCallOf(context, input))),
  sync: retailConnector.sync
    .use(inEnvironment)
    .handler(({ context, input }) => startSync(retailCallOf(context, input))),
  issues: retailConnector.issues
    .use(inEnvironment)
    .handler(({ context, input }) => loadIssues(retailCallOf(context, input), input.syncId)),
}
