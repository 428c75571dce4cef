import { Button, Checkbox, EmptyState, LoadingRegion, SkeletonText } from '@assay/design-system'
import type { ContrastEntry, ContrastFinding, ContrastOutput } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../errors/page-error.tsx'
import { useSearchFields } from '../../search-fields/search-fields.ts'
import type { EntryNames } from '../finding-item.tsx'
import { FindingsList } from '../findings-list.tsx'
import { HubWarning } from './hub-warning.tsx'
import { conditionOf, keyOf } from './rule-text.ts'
import type { useComparison } from './use-comparison.ts'

interface ChosenFindingsProps {
  comparison: ReturnType<typeof useComparison>
  eventType: string
  /** The values that were chosen for a rule; null for who drafts none. */
  chosen: readonly ContrastEntry[] | null
  onChoose: (chosen: readonly ContrastEntry[]) => void
  /** What else can be done with a finding, at the end of its name. */
  act?: (finding: ContrastFinding, names: EntryNames) => ReactNode
  /** Stands in for the findings where a set has too few events; a general text by default. */
  tooFew?: (output: ContrastOutput) => ReactNode
}

/** The values of a comparison, with a warning at those that many share, and a box at those that a rule can recognise. */
export function ChosenFindings({ comparison, eventType, chosen, onChoose, ...parts }: ChosenFindingsProps) {
  const intl = useIntl()
  const fields = useSearchFields(eventType)
  const { output } = comparison
  if (comparison.stopped)
    return (
      <EmptyState
        title={<FormattedMessage id="Explorer.Share.Stopped" />}
        actions={
          <Button onClick={comparison.resume}>
            <FormattedMessage id="Explorer.Share.Resume" />
          </Button>
        }
      />
    )
  if (comparison.error) return <QueryError error={comparison.error} onRetry={comparison.retry} />
  const box = (entry: ContrastEntry & { opposite?: boolean }, names: EntryNames, finding: ContrastFinding) =>
    // A value that is rarer among these events would decide the others.
    chosen === null || entry.opposite || finding.a.share <= finding.b.share || conditionOf(entry) === null ? null : (
      <Checkbox
        className="mbs-0.5"
        aria-label={intl.formatMessage({ id: 'Explorer.Share.Choose' }, { ...names })}
        checked={chosen.some(each => keyOf(each) === keyOf(entry))}
        onCheckedChange={() => onChoose(toggled(chosen, entry))}
      />
    )
  return (
    <>
      {comparison.slow ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span role="status">
            <FormattedMessage id="Explorer.Share.Slow" />
          </span>
          <Button size="sm" onClick={comparison.stop}>
            <FormattedMessage id="DesignSystem.Graph.Stop" />
          </Button>
        </div>
      ) : null}
      <LoadingRegion
        loading={output === undefined}
        name={intl.formatMessage({ id: 'Search.Compare.Title' })}
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
              {...parts}
              remark={entry => {
                const hub = comparison.hubOf(entry)
                return hub ? <HubWarning hub={hub} /> : null
              }}
            />
          </>
        ) : null}
      </LoadingRegion>
    </>
  )
}

/** The chosen values with another one, or without it if it is among them. */
function toggled(chosen: readonly ContrastEntry[], entry: ContrastEntry): readonly ContrastEntry[] {
  const others = chosen.filter(each => keyOf(each) !== keyOf(entry))
  return others.length < chosen.length ? others : [...chosen, entry]
}
