import { Card, CardHeader, useFormat } from '@assay/design-system'
import type { LossEntity } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useMonthName } from '../use-month-name.ts'

/** Who opened the file of a member of staff, what was cleared, and what the clearances changed. */
export function EntityFile({ entity }: { entity: LossEntity }) {
  const intl = useIntl()
  const format = useFormat()
  const monthName = useMonthName()
  const { kind, openUntil, openings, clearances, months } = entity
  const time = (at: string) => <bdi key="time">{format.dateTime(at, 'UTC')}</bdi>
  const lighter = months.filter(({ score, plainScore }) => score !== plainScore)
  return (
    <Card className="min-w-0">
      <CardHeader title={<FormattedMessage id="LossPrevention.File" />} />
      <div className="flex flex-col gap-3 px-4 pbe-4 text-sm">
        {kind === 'staff' ? (
          <>
            {openUntil === null ? null : (
              <p className="font-medium">
                <FormattedMessage id="LossPrevention.OpenUntil" values={{ time: time(openUntil) }} />
              </p>
            )}
            <Entries
              title={<FormattedMessage id="LossPrevention.Openings" />}
              none={<FormattedMessage id="LossPrevention.Openings.None" />}
              entries={openings.map(({ by, at, reason }) => (
                <FormattedMessage
                  key={`${at} ${by}`}
                  id="LossPrevention.Opening"
                  values={{ name: <bdi key="name">{by}</bdi>, time: time(at), reason: <bdi key="why">{reason}</bdi> }}
                />
              ))}
            />
          </>
        ) : null}
        <Entries
          title={<FormattedMessage id="LossPrevention.Clearances" />}
          none={<FormattedMessage id="LossPrevention.Clearances.None" />}
          entries={clearances.map(({ month, reason, note, by }) => (
            <FormattedMessage
              key={`${month} ${reason}`}
              id="LossPrevention.Clearance"
              values={{
                reason: intl.formatMessage({ id: `LossPrevention.Reason.${reason}` }),
                month: monthName(month),
                name: <bdi key="name">{by}</bdi>,
                note: <bdi key="note">{note}</bdi>,
              }}
            />
          ))}
        />
        {lighter.map(({ month, score, plainScore }) => (
          <p key={month} className="text-xs text-fg-secondary">
            <FormattedMessage
              id="LossPrevention.PlainScore"
              values={{ month: monthName(month), score, plain: plainScore }}
            />
          </p>
        ))}
      </div>
    </Card>
  )
}

interface EntriesProps {
  title: ReactNode
  none: ReactNode
  entries: readonly ReactNode[]
}

function Entries({ title, none, entries }: EntriesProps) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-fg-secondary">{title}</h3>
      {entries.length === 0 ? (
        <p className="text-fg-muted">{none}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries are only ever shown as a whole
            <li key={index} className="wrap-anywhere">
              {entry}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
