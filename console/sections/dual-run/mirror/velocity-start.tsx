import { Badge, Heading, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { Mirror } from '@assay/risk-service/contract'
import { FormattedMessage, FormattedNumber } from 'react-intl'

const hour = 3_600_000
/** Windows of velocities, of which the longest has 90 days. */
const windows = [
  { unit: 'hour', count: 1, size: hour },
  { unit: 'day', count: 1, size: 24 * hour },
  { unit: 'day', count: 7, size: 24 * hour },
  { unit: 'day', count: 30, size: 24 * hour },
  { unit: 'day', count: 90, size: 24 * hour },
] as const

/**
 * Returns from when on a window has nothing before the first event. It begins at the start of an hour or day, as the
 * service counts.
 */
export const fullFrom = (first: number, { count, size }: { count: number; size: number }): number =>
  (Math.ceil(first / size) + count) * size

/** What begins empty in a mirror, and until when: its velocities count from the first event. */
export function VelocityStart({ mirror: { from, to } }: { mirror: Pick<Mirror, 'from' | 'to'> }) {
  const format = useFormat()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={3} size="md">
        <FormattedMessage id="Mirror.Velocities" />
      </Heading>
      <p className="max-w-prose text-sm">
        <FormattedMessage id="Mirror.Velocities.Text" />
      </p>
      {from === null || to === null ? null : (
        <KeyValueList termWidth="lg">
          {windows.map(({ unit, count, size }) => {
            const full = fullFrom(Date.parse(from), { count, size })
            return (
              <KeyValue
                key={`${count} ${unit}`}
                term={<FormattedNumber value={count} style="unit" unit={unit} unitDisplay="long" />}
              >
                {Date.parse(to) >= full ? (
                  <Badge tone="success">
                    <FormattedMessage id="Mirror.Velocities.Full" />
                  </Badge>
                ) : (
                  <FormattedMessage
                    id="Mirror.Velocities.FullFrom"
                    values={{ time: format.dateTime(new Date(full).toISOString()) }}
                  />
                )}
              </KeyValue>
            )
          })}
        </KeyValueList>
      )}
    </section>
  )
}
