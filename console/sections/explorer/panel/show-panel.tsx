import { Button, Checkbox, Icon } from '@assay/design-system'
import { type GraphHandle, kindStyles } from '@assay/design-system/graph'
import { FormattedMessage, useIntl } from 'react-intl'

/** The kinds of the graph with their numbers: each is shown or left out. */
export function ShowPanel({ graph }: { graph: GraphHandle }) {
  const intl = useIntl()
  return (
    <section aria-labelledby="explorer-show" className="grid gap-1 p-4">
      <div className="flex items-center justify-between">
        <h2 id="explorer-show" className="text-sm font-medium">
          <FormattedMessage id="Explorer.Show" />
        </h2>
        <Button size="sm" variant="ghost" disabled={graph.hiddenKinds.length === 0} onClick={graph.showAllKinds}>
          <FormattedMessage id="Explorer.Show.All" />
        </Button>
      </div>
      <ul>
        {[...graph.kinds].map(([kind, count]) => (
          <li key={kind} className="flex min-h-8 items-center justify-between gap-2 text-sm">
            <Checkbox
              checked={!graph.hiddenKinds.includes(kind)}
              onCheckedChange={() => graph.toggleKind(kind)}
              label={
                <span className="flex items-center gap-2">
                  <Icon icon={kindStyles[kind].icon} className="text-fg-secondary" />
                  <FormattedMessage id={kindStyles[kind].many} />
                </span>
              }
            />
            <span className="text-xs text-fg-muted tabular-nums">{intl.formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
