import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { missingMark } from '../../lib/marks.ts'
import { useRovingFocus } from '../../lib/use-roving-focus.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { isValidCoordinate } from './great-circle.ts'
import { type DrawnArc, heatStep, type MapModel, type MapPoint, pointsAt } from './map-model.ts'
import { kindName, Mark } from './marks.tsx'

interface MapListProps {
  model: MapModel
  label: string
  valueName: ReactNode
  countryName: (code: string) => string
  formatValue: (value: number) => string
  distanceOf: (arc: DrawnArc) => string | null
  selected: ReadonlySet<string>
  active: string | null
  onCountry: (code: string) => void
  onPoint: (point: MapPoint) => void
  /** Called when a row has the focus: its mark is shown on the map. */
  onPointFocus: (point: MapPoint) => void
}

const head = 'h-header bg-surface-sunken px-3 text-start text-xs font-medium text-fg-secondary'
const cell = 'px-3 py-1'
const rowButton = 'flex min-h-6 w-full items-center gap-2 rounded-mark text-start hover:underline focus-ring'
const heatClasses = [
  'bg-heat-0',
  'bg-heat-1',
  'bg-heat-2',
  'bg-heat-3',
  'bg-heat-4',
  'bg-heat-5',
  'bg-heat-6',
  'bg-heat-7',
] as const

/**
 * All content of the map as tables, highest value first. One tab stop: arrows move through the rows, Enter filters or
 * goes to the location.
 */
export function MapList({
  model,
  label,
  valueName,
  countryName,
  formatValue,
  distanceOf,
  selected,
  active,
  onCountry,
  onPoint,
  onPointFocus,
}: MapListProps) {
  const intl = useIntl()
  const items = [...model.regions.map(({ code }) => `region ${code}`), ...model.points.map(({ id }) => `point ${id}`)]
  const roving = useRovingFocus({ items, axis: 'block', loop: false })
  const valued = model.points.some(({ value }) => value !== undefined)
  const number = (value: ReactNode) => (
    <span dir="ltr" className="block text-end tabular-nums">
      {value}
    </span>
  )
  const coordinates = (point: MapPoint) =>
    isValidCoordinate(point) ? `${point.latitude.toFixed(2)}, ${point.longitude.toFixed(2)}` : null
  return (
    <div data-slot="map-list" className="h-full overflow-auto" {...roving.containerProps}>
      {model.regions.length > 0 ? (
        <table className="w-full text-sm">
          <caption className="sr-only">
            <FormattedMessage id="DesignSystem.Map.CountriesOf" values={{ name: label }} />
          </caption>
          <thead>
            <tr>
              <th scope="col" className={head}>
                <FormattedMessage id="DesignSystem.Map.Country" />
              </th>
              <th scope="col" className={head}>
                {number(valueName)}
              </th>
            </tr>
          </thead>
          <tbody>
            {model.regions.map(({ code, value }) => (
              <tr
                key={code}
                className={cn(
                  'border-be border-line-subtle',
                  selected.has(code) && 'bg-surface-selected system-outline',
                )}
              >
                <th scope="row" className={cn(cell, 'font-normal')}>
                  <button
                    type="button"
                    aria-pressed={selected.has(code)}
                    className={cn(rowButton, selected.has(code) && 'font-medium')}
                    onClick={() => onCountry(code)}
                    {...roving.itemProps(`region ${code}`)}
                  >
                    <span
                      aria-hidden
                      className={cn(
                        'size-3 rounded-mark border border-line forced-color-adjust-none',
                        heatClasses[heatStep(value, model.highest)],
                      )}
                    />
                    <bdi>{countryName(code)}</bdi>
                  </button>
                </th>
                <td className={cell}>{number(formatValue(value))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {model.points.length > 0 ? (
        <table className="w-full text-sm">
          <caption className="sr-only">
            <FormattedMessage id="DesignSystem.Map.PlacesOf" values={{ name: label }} />
          </caption>
          <thead>
            <tr>
              <th scope="col" className={head}>
                <FormattedMessage id="DesignSystem.Map.Place" />
              </th>
              <th scope="col" className={head}>
                <FormattedMessage id="DesignSystem.Map.Kind" />
              </th>
              <th scope="col" className={head}>
                {number(<FormattedMessage id="DesignSystem.Map.Coordinates" />)}
              </th>
              {valued ? (
                <th scope="col" className={head}>
                  {number(valueName)}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {model.points.map(point => {
              const place = roving.itemProps(`point ${point.id}`)
              return (
                <tr
                  key={point.id}
                  className={cn(
                    'border-be border-line-subtle',
                    active === point.id && 'bg-surface-selected system-outline',
                  )}
                >
                  <th scope="row" className={cn(cell, 'max-w-prose min-w-[7rem] font-normal wrap-anywhere')}>
                    <button
                      type="button"
                      className={rowButton}
                      onClick={() => onPoint(point)}
                      {...place}
                      onFocus={event => {
                        place.onFocus(event)
                        onPointFocus(point)
                      }}
                    >
                      <Mark kind={point.kind} className="size-3" />
                      <bdi className="line-clamp-3">{point.label === '' ? missingMark : point.label}</bdi>
                    </button>
                  </th>
                  <td className={cn(cell, 'text-fg-secondary')}>
                    <FormattedMessage id={kindName(point.kind)} />
                  </td>
                  <td className={cn(cell, 'text-fg-muted')}>
                    {number(
                      coordinates(point) ?? (
                        <bdi dir="auto">
                          <FormattedMessage id="DesignSystem.Map.NoPlace" />
                        </bdi>
                      ),
                    )}
                    {isValidCoordinate(point) && pointsAt(model.locatedPoints, point) > 1 ? (
                      <span className="block text-end text-xs">
                        <FormattedMessage
                          id="DesignSystem.Map.Here"
                          values={{ count: pointsAt(model.locatedPoints, point) }}
                        />
                      </span>
                    ) : null}
                  </td>
                  {valued ? (
                    <td className={cell}>
                      {number(
                        point.value === undefined || !Number.isFinite(point.value)
                          ? missingMark
                          : formatValue(point.value),
                      )}
                    </td>
                  ) : null}
                </tr>
              )
            })}
          </tbody>
        </table>
      ) : null}
      {model.arcs.length > 0 ? (
        <table className="w-full text-sm">
          <caption className="sr-only">
            <FormattedMessage id="DesignSystem.Map.DistancesOf" values={{ name: label }} />
          </caption>
          <thead>
            <tr>
              <th scope="col" className={head}>
                <FormattedMessage id="DesignSystem.Map.Between" />
              </th>
              <th scope="col" className={head}>
                {number(<FormattedMessage id="DesignSystem.Map.Distance" />)}
              </th>
            </tr>
          </thead>
          <tbody>
            {model.arcs.map(arc => (
              <tr key={arc.id} className="border-be border-line-subtle">
                <th scope="row" className={cn(cell, 'font-normal')}>
                  <FormattedMessage
                    id="DesignSystem.Map.FromTo"
                    values={{ from: <bdi key="from">{arc.start.label}</bdi>, to: <bdi key="to">{arc.end.label}</bdi> }}
                  />
                  {arc.impossible ? (
                    <span className="flex items-center gap-1 text-xs text-danger-text">
                      <Icon icon={TriangleAlert} size={12} />
                      {intl.formatMessage({ id: 'DesignSystem.Map.Impossible' })}
                    </span>
                  ) : null}
                  {arc.sentence === undefined ? null : (
                    <span className="block max-w-prose text-xs text-fg-muted">{arc.sentence}</span>
                  )}
                </th>
                <td className={cell}>{number(<bdi dir="auto">{distanceOf(arc) ?? missingMark}</bdi>)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}
