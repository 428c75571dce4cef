import { Badge, Heading, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { Mirror } from '@assay/risk-service/contract'
import { FormattedList, FormattedMessage, FormattedNumber } from 'react-intl'

type MirrorWindow = Mirror['windows'][number]

const units = {
  s: { name: 'second', size: 1000 },
  m: { name: 'minute', size: 60_000 },
  h: { name: 'hour', size: 3_600_000 },
  d: { name: 'day', size: 86_400_000 },
} as const

/**
 * Returns from when on a window has nothing before the first event. It begins at the start of its unit of time, as the
 * service counts.
 */
export const fullFrom = (first: number, { count, unit }: Pick<MirrorWindow, 'count' | 'unit'>): number =>
  (Math.ceil(first / units[unit].size) + count) * units[unit].size

/** What begins empty in a mirror, and until when: the windows of the active rules count from the first event. */
export function VelocityStart({ mirror: { from, to, windows } }: { mirror: Pick<Mirror, 'from' | 'to' | 'windows'> }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={3} size="md">
        <FormattedMessage id={windows.length === 0 ? 'Mirror.Velocities.None' : 'Mirror.Velocities'} />
      </Heading>
      <p className="max-w-prose text-sm">
        <FormattedMessage id={windows.length === 0 ? 'Mirror.Velocities.None.Text' : 'Mirror.Velocities.Text'} />
      </p>
      {windows.length === 0 ? null : (
        <KeyValueList termWidth="lg">
          {windows.map(window => (
            <KeyValue
              key={`${window.count}${window.unit}`}
              term={
                <FormattedNumber value={window.count} style="unit" unit={units[window.unit].name} unitDisplay="long" />
              }
            >
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
                {from === null || to === null ? null : <WindowState window={window} from={from} to={to} />}
                <span className="wrap-anywhere text-fg-secondary">
                  <FormattedList value={window.velocities.map(name => <bdi key={name}>{name}</bdi>)} />
                </span>
              </span>
            </KeyValue>
          ))}
        </KeyValueList>
      )}
    </section>
  )
}

function WindowState({ window, from, to }: { window: MirrorWindow; from: string; to: string }) {
  const format = useFormat()
  const full = fullFrom(Date.parse(from), window)
  return Date.parse(to) >= full ? (
    <Badge tone="success">
      <FormattedMessage id="Mirror.Velocities.Full" />
    </Badge>
  ) : (
    <span>
      <FormattedMessage
        id="Mirror.Velocities.FullFrom"
        values={{ time: format.dateTime(new Date(full).toISOString()) }}
      />
    </span>
  )
}
