import { Button, Icon, lazyPart } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { FlaskConical, Shuffle } from 'lucide-react'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'

const RerouteDialog = lazyPart(() => import('./reroute-dialog.tsx').then(module => ({ default: module.RerouteDialog })))
const RouteSimulator = lazyPart(() =>
  import('./route-simulator.tsx').then(module => ({ default: module.RouteSimulator })),
)
const RoutingPreviewPanel = lazyPart(() =>
  import('./routing-preview-panel.tsx').then(module => ({ default: module.RoutingPreviewPanel })),
)

/** In the address: the open tool, or the rule whose back-test is open. */
const searchSchema = { tool: optionalParameter, preview: optionalParameter }

/** What opens over the list of routing rules: a tool, or the back-test of a rule; null closes it. */
export function useRoutingTools() {
  const [{ tool, preview }, setSearchState] = useSearchState(searchSchema)
  return {
    tool,
    preview,
    showTool: (next: 'reroute' | 'simulator' | null) => setSearchState({ tool: next, preview: null }, 'push'),
    showPreview: (ruleId: string | null) => setSearchState({ tool: null, preview: ruleId }, 'push'),
  }
}

/** Commands of the list: the simulator, and for managers the re-routing of waiting cases. */
export function RoutingToolButtons() {
  const { showTool } = useRoutingTools()
  return (
    <>
      <Button variant="ghost" onClick={() => showTool('simulator')}>
        <Icon icon={FlaskConical} />
        <FormattedMessage id="Routing.Simulator.Open" />
      </Button>
      {useManagesCases() ? (
        <Button variant="ghost" onClick={() => showTool('reroute')}>
          <Icon icon={Shuffle} />
          <FormattedMessage id="Routing.Reroute.Open" />
        </Button>
      ) : null}
    </>
  )
}

/** Whether the user manages cases: the roles that do are those that define queues and review. */
function useManagesCases(): boolean {
  const can = useCan()
  return can('cases.review', 'write') && can('cases.queues.define', 'write')
}

/** The open tool. @param rules those of the list, for the name of the one that is tried */
export function RoutingTools({ rules }: { rules: readonly RuleSummary[] }) {
  const { tool, preview, showTool, showPreview } = useRoutingTools()
  const manages = useManagesCases()
  const tried = rules.find(({ id, inherited }) => id === preview && !inherited)
  return (
    <Suspense>
      {tool === 'simulator' ? <RouteSimulator onClose={() => showTool(null)} /> : null}
      {tool === 'reroute' && manages ? <RerouteDialog onClose={() => showTool(null)} /> : null}
      {tried ? (
        <RoutingPreviewPanel key={tried.id} ruleId={tried.id} name={tried.name} onClose={() => showPreview(null)} />
      ) : null}
    </Suspense>
  )
}
