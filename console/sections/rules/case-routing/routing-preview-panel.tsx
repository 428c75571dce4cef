import { SidePanel } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { RoutingPreviewPart } from './routing-preview.tsx'

interface RoutingPreviewPanelProps {
  ruleId: string
  name: string
  onClose: () => void
  /** Saves what is being edited, so that it is what is tried. */
  flush?: () => Promise<unknown>
}

/** The back-test of a routing rule beside its list or its editor. */
export function RoutingPreviewPanel({ ruleId, name, onClose, flush }: RoutingPreviewPanelProps) {
  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<FormattedMessage id="Rules.Backtest.Of" values={{ name: <bdi key="name">{name}</bdi> }} />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 p-4">
        <p className="text-fg-secondary">
          <FormattedMessage id="Routing.Preview.Intro" />
        </p>
        <RoutingPreviewPart ruleId={ruleId} {...(flush ? { flush } : {})} />
      </div>
    </SidePanel>
  )
}
