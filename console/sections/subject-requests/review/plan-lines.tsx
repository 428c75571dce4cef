import type { SubjectOutcome, SubjectPlanLine } from '@assay/risk-service/contract'
import { FormattedMessage, FormattedNumber } from 'react-intl'

interface PlanLinesProps {
  lines: readonly SubjectPlanLine[]
  outcome: SubjectOutcome
  /** Cases that nobody has decided yet. */
  openCases?: number
  /** Values that are not searched for in texts of others. */
  unsearched?: number
}

/** Stands for rows that are not counted by person. */
const uncounted = '–'
const separator = ' · '
/** What has no rows is named in the plural; none is singular in some languages. */
const several = 5

/** Numbers stand in one column, and a dash for what is not counted by person. What has no rows is named in one line. */
export function PlanLines({ lines, outcome, openCases = 0, unsearched = 0 }: PlanLinesProps) {
  const shown = lines.filter(line => line.outcome === outcome)
  const listed = shown.filter(({ count }) => count !== 0)
  const without = shown.filter(({ count }) => count === 0)
  if (shown.length === 0) return null
  return (
    <section
      aria-labelledby={`subject-${outcome}`}
      className="flex flex-col gap-1.5 border-bs border-line-subtle pbs-3"
    >
      <h3 id={`subject-${outcome}`} className="text-xs font-medium text-fg-secondary">
        <FormattedMessage id={`Subjects.Outcome.${outcome}`} />
      </h3>
      <ul className="flex flex-col gap-1.5">
        {listed.map(({ store, count }) => (
          <li key={store} className="grid grid-cols-[2.5rem_1fr] gap-x-2 text-sm">
            <span className="text-end font-medium tabular-nums">
              {count === null ? <span className="text-fg-muted">{uncounted}</span> : <FormattedNumber value={count} />}
            </span>
            <span className="min-w-0">
              <FormattedMessage id={`Subjects.Store.${store}`} values={{ count: count ?? 0 }} />
              {store === 'cases' && openCases > 0 ? (
                <span className="ms-2 text-xs text-fg-secondary">
                  <FormattedMessage id="Subjects.OpenCases" values={{ count: openCases }} />
                </span>
              ) : null}
              <span className="block text-xs text-fg-secondary">
                <FormattedMessage id={`Subjects.Why.${store}`} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {unsearched === 0 ? null : (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="Subjects.Unsearched" values={{ count: unsearched }} />
        </p>
      )}
      {without.length === 0 ? null : (
        <p className="text-xs text-fg-muted">
          <FormattedMessage
            id="Subjects.Nothing"
            values={{
              stores: (
                <span key="stores">
                  {without.map(({ store }, index) => (
                    <span key={store}>
                      {index === 0 ? '' : separator}
                      <FormattedMessage id={`Subjects.Store.${store}`} values={{ count: several }} />
                    </span>
                  ))}
                </span>
              ),
            }}
          />
        </p>
      )}
    </section>
  )
}
