import { type StatChange, StatTile, StatTileRow, useFormat } from '@assay/design-system'
import { type MonitorKpis, type ObservationMonitor, observationKinds } from '@assay/risk-service/contract'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface Tile {
  id: 'Volume' | 'Approved' | 'Rejected' | 'Review' | 'Challenged'
  value: (kpis: MonitorKpis) => number | null
}

const tiles: readonly Tile[] = [
  { id: 'Volume', value: kpis => kpis.transactionVolume },
  { id: 'Approved', value: kpis => kpis.ruleApprovedRate },
  { id: 'Rejected', value: kpis => kpis.ruleRejectedRate },
  { id: 'Review', value: kpis => kpis.manualReviewRate },
  { id: 'Challenged', value: kpis => kpis.ruleChallengedRate },
]
/** Changes of less than this are said without a colour: percentage points. */
const remarkablePoints = 1

/** Key figures of the window, with their change against as much time before. */
export function FiguresStrip({ kpis, previous }: { kpis: MonitorKpis | undefined; previous: MonitorKpis | undefined }) {
  const intl = useIntl()
  const format = useFormat()
  const changeOf = ({ id, value }: Tile): StatChange | undefined => {
    const [now, before] = [kpis && value(kpis), previous && value(previous)]
    if (now == null || before == null || (id === 'Volume' && before === 0)) return undefined
    const difference = id === 'Volume' ? (now - before) / before : (now - before) * 100
    const text = intl.formatNumber(difference, {
      signDisplay: 'exceptZero',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      numberingSystem: 'latn',
      ...(id === 'Volume' ? { style: 'percent' } : {}),
    })
    return {
      text: id === 'Volume' ? text : intl.formatMessage({ id: 'Dashboard.Change.Points' }, { points: text }),
      direction: difference === 0 ? 'flat' : difference > 0 ? 'up' : 'down',
      ...(id === 'Rejected' && Math.abs(difference) >= remarkablePoints ? { goodWhen: 'down' as const } : {}),
    }
  }
  return (
    <Strip>
      {tiles.map(tile => {
        const figure = kpis === undefined ? null : tile.value(kpis)
        const change = changeOf(tile)
        return (
          <StatTile
            key={tile.id}
            label={<FormattedMessage id={`Monitoring.Figure.${tile.id}`} />}
            loading={kpis === undefined}
            {...(figure === null
              ? {}
              : { value: tile.id === 'Volume' ? format.number(figure) : format.percent(figure) })}
            {...(change === undefined ? {} : { change })}
          />
        )
      })}
    </Strip>
  )
}

/** How many events of each kind were received about the transactions of an assessment. */
export function ObservationStrip({ data }: { data: ObservationMonitor | undefined }) {
  const format = useFormat()
  const kinds = data?.kinds ?? observationKinds.map(kind => ({ kind, total: null }))
  return (
    <Strip>
      {kinds.map(({ kind, total }) => (
        <StatTile
          key={kind}
          label={<FormattedMessage id={`Monitoring.Observations.${kind}.Volume`} />}
          loading={total === null}
          {...(total === null ? {} : { value: format.number(total) })}
        />
      ))}
    </Strip>
  )
}

function Strip({ children }: { children: ReactNode }) {
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        <FormattedMessage id="Dashboard.Tiles.Title" />
      </h2>
      <StatTileRow>{children}</StatTileRow>
    </section>
  )
}
