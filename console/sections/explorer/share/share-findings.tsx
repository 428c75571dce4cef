import { Button, Checkbox, EmptyState, LoadingRegion, SkeletonText } from '@assay/design-system'
import type { ContrastEntry, ContrastFinding } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import type { EntryNames } from '../../../platform/contrast/finding-item.tsx'
import { FindingsList } from '../../../platform/contrast/findings-list.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useSearchFields } from '../../../platform/search-fields/search-fields.ts'
import { HubWarning } from './hub-warning.tsx'
import { conditionOf, keyOf } from './rule-text.ts'
import type { useShare } from './use-share.ts'

interface ShareFindingsProps {
  share: ReturnType<typeof useShare>
  eventType: string
  /** The values that were chosen for a rule; null for who drafts none. */
  chosen: readonly ContrastEntry[] | null
  onToggle: (entry: ContrastEntry) => void
}

/** The values of a comparison, with a warning at those that many share, and a box at those that a rule can recognise. */
export function ShareFindings({ share, eventType, chosen, onToggle }: ShareFindingsProps) {
  const intl = useIntl()
  const fields = useSearchFields(eventType)
  const { output } = share
  if (share.stopped)
    return (
      <EmptyState
        title={<FormattedMessage id="Explorer.Share.Stopped" />}
        actions={
          <Button onClick={share.resume}>
            <FormattedMessage id="Explorer.Share.Resume" />
          </Button>
        }
      />
    )
  if (share.error) return <QueryError error={share.error} onRetry={share.retry} />
  const box = (entry: ContrastEntry & { opposite?: boolean }, names: EntryNames, finding: ContrastFinding) =>
    // A value that is rarer among these events would decide the others.
    chosen === null || entry.opposite || finding.a.share <= finding.b.share || conditionOf(entry) === null ? null : (
      <Checkbox
        className="mbs-0.5"
        aria-label={intl.formatMessage({ id: 'Explorer.Share.Choose' }, { ...names })}
        checked={chosen.some(each => keyOf(each) === keyOf(entry))}
        onCheckedChange={() => onToggle(entry)}
      />
    )
  return (
    <>
      {share.slow ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span role="status">
            <FormattedMessage id="Explorer.Share.Slow" />
          </span>
          <Button size="sm" onClick={share.stop}>
            <FormattedMessage id="DesignSystem.Graph.Stop" />
          </Button>
        </div>
      ) : null}
      <LoadingRegion
        loading={output === undefined}
        name={intl.formatMessage({ id: 'Explorer.Share' })}
        skeleton={<SkeletonText lines={8} />}
      >
        {output ? (
          <>
            {output.a.complete ? null : (
              <p className="text-xs text-fg-secondary">
                <FormattedMessage id="Explorer.Selection.Newest" />
              </p>
            )}
            {output.a.missing > 0 ? (
              <p className="text-xs text-fg-secondary">
                <FormattedMessage id="Explorer.Share.Missing" values={{ count: output.a.missing }} />
              </p>
            ) : null}
            <FindingsList
              output={{ ...output, a: { ...output.a, missing: 0 } }}
              eventType={eventType}
              fields={fields}
              choice={box}
              remark={entry => {
                const hub = share.hubOf(entry)
                return hub ? <HubWarning hub={hub} /> : null
              }}
            />
          </>
        ) : null}
      </LoadingRegion>
    </>
  )
}
