import { EmptyState } from '@assay/design-system'
import type { ContrastEntry, ContrastFinding, ContrastOutput, SearchField } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { ComparisonSummary } from './comparison-summary.tsx'
import { type EntryNames, FindingItem } from './finding-item.tsx'

interface FindingsListProps {
  output: ContrastOutput
  eventType: string
  /** Fields with the names of their values; undefined until the service has sent them. */
  fields: readonly SearchField[] | undefined
  /** What can be done with a finding, at the end of its name. */
  act?: (finding: ContrastFinding, names: EntryNames) => ReactNode
  /** Chooses a value, before its name: of a finding, or of another one that selects the same events. */
  choice?: (entry: ContrastEntry & { opposite?: boolean }, names: EntryNames, finding: ContrastFinding) => ReactNode
  /** What else there is to know about a value. */
  remark?: (entry: ContrastEntry) => ReactNode
  /** Stands in for the findings where a set has too few events; a general text by default. */
  tooFew?: (output: ContrastOutput) => ReactNode
}

/** What was compared, and the values that tell the sets apart, the best first; else why there are none. */
export function FindingsList({ output, eventType, fields, tooFew, ...parts }: FindingsListProps) {
  const { findings, minEvents } = output
  const few = Math.min(output.a.compared, output.b.compared) < minEvents
  return (
    <>
      <ComparisonSummary output={output} eventType={eventType} />
      {few && tooFew ? (
        tooFew(output)
      ) : findings.length === 0 ? (
        <EmptyState
          kind="no-results"
          title={
            few ? <FormattedMessage id="Search.Compare.TooFew.Title" /> : <FormattedMessage id="Search.Compare.None" />
          }
          description={
            few ? (
              <FormattedMessage id="Search.Compare.TooFew" values={{ count: minEvents }} />
            ) : (
              <FormattedMessage id="Search.Compare.None.Text" values={{ count: output.comparisons }} />
            )
          }
        />
      ) : (
        <ol className="grid">
          {findings.map(finding => (
            <FindingItem
              key={JSON.stringify([finding.attribute, finding.value])}
              eventType={eventType}
              finding={finding}
              output={output}
              fieldOf={id => fields?.find(field => field.id === id)}
              {...parts}
            />
          ))}
        </ol>
      )}
    </>
  )
}
