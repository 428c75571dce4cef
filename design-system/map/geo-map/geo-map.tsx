import { Columns2, List, Map as MapIcon } from 'lucide-react'
import type { StyleSpecification } from 'maplibre-gl'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../feedback/empty-state/empty-state.tsx'
import { ErrorState } from '../../feedback/error-state/error-state.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useBrowserValue } from '../../lib/rendering/use-browser-value.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { SegmentedControl } from '../../navigation/segmented-control/segmented-control.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { isValidCoordinate } from './great-circle.ts'
import { MapCanvas } from './map-canvas.tsx'
import type { MapEngine } from './map-engine.ts'
import { MapList } from './map-list.tsx'
import { type DrawnArc, type MapArc, type MapPoint, type MapRegion, mapModel } from './map-model.ts'
import { hasWebGl } from './map-surroundings.ts'
import type { MapTiles } from './map-tiles.ts'

export const mapViews = ['map', 'both', 'list'] as const
export type MapView = (typeof mapViews)[number]

export interface GeoMapProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  /** Subject of the map: the accessible name of map and tables. */
  label: string
  /** Marks at places, each with its value. */
  points?: readonly MapPoint[]
  /** Connections between two places. */
  arcs?: readonly MapArc[]
  /** Countries shaded by value. */
  regions?: readonly MapRegion[]
  /** Name of the counted quantity: the header of its column. */
  valueName?: ReactNode
  /** Formats a value in the tables and beside the marks; by default a grouped number. */
  formatValue?: (value: number) => string
  /** Codes of the countries that are active as a filter. */
  selected?: readonly string[]
  /** Codes that are initially active, for uncontrolled use. */
  defaultSelected?: readonly string[]
  /** Called with the codes of all active countries. */
  onSelectedChange?: (codes: readonly string[]) => void
  /** Called when a mark or its row is pressed. */
  onPointOpen?: (point: MapPoint) => void
  /** The point that moves into view whenever another object is passed. */
  target?: { id: string }
  /** Map, list, or both. */
  view?: MapView
  /** Initial view, for uncontrolled use. */
  defaultView?: MapView
  /** Called with the chosen view. */
  onViewChange?: (view: MapView) => void
  /** Style of an external provider, when one is configured. Without it nothing is fetched from other servers. */
  mapStyle?: string | StyleSpecification
  /** Pictures of a provider of tiles, when one is configured. */
  tiles?: MapTiles
  /** Shows a placeholder while the data is fetched. */
  loading?: boolean
  /** Error shown instead of the map. */
  error?: ReactNode
  /** Shows a button that loads the data again, with `error`. */
  onRetry?: () => void
  /** Shown when there is nothing to mark. */
  empty?: ReactNode
}

const none: readonly never[] = []
const separator = ' · '
const viewIcons = { map: MapIcon, both: Columns2, list: List } as const
const viewNames = {
  map: 'DesignSystem.Map.ShowMap',
  both: 'DesignSystem.Map.ShowBoth',
  list: 'DesignSystem.Map.ShowList',
} as const

/**
 * Locations: countries by value, points by kind, distances between them; and the same content as tables. Geometry is
 * never mirrored.
 */
export function GeoMap({
  label,
  points = none,
  arcs = none,
  regions = none,
  valueName,
  formatValue,
  selected: givenSelected,
  defaultSelected = none,
  onSelectedChange,
  onPointOpen,
  target,
  view: givenView,
  defaultView = 'map',
  onViewChange,
  mapStyle,
  tiles,
  loading = false,
  error,
  onRetry,
  empty,
  className,
  ref,
  ...props
}: GeoMapProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const summaryId = useId()
  const root = useRef<HTMLDivElement>(null)
  const engine = useRef<MapEngine>(null)
  // A server cannot know: it sends the tables.
  const drawable = useBrowserValue(hasWebGl, null)
  const [chosenView, setView] = useControllable<MapView>({
    value: givenView,
    defaultValue: defaultView,
    onValueChange: onViewChange,
  })
  const [codes, setCodes] = useControllable<readonly string[]>({
    value: givenSelected,
    defaultValue: defaultSelected,
    onValueChange: onSelectedChange,
  })
  const [active, setActive] = useState<string | null>(null)
  const model = useMemo(() => mapModel(points, arcs, regions), [points, arcs, regions])
  useUniqueIds('GeoMap', 'points', points)
  useUniqueIds('GeoMap', 'arcs', arcs)
  const selected = useMemo(() => new Set(codes), [codes])
  const names = useMemo(() => new Intl.DisplayNames(intl.locale, { type: 'region', fallback: 'code' }), [intl.locale])
  const view = drawable === true ? chosenView : 'list'
  const number = formatValue ?? ((value: number) => format.number(value))
  const jumps = model.arcs.filter(arc => arc.impossible).length

  const countryName = (code: string) => {
    try {
      return names.of(code) ?? code
    } catch {
      // An invalid code is shown unchanged.
      return code
    }
  }
  const distanceOf = ({ km, elapsed, distance: text }: DrawnArc) => {
    if (text !== undefined) return text
    const distance = format.unit(Math.round(km), 'kilometer')
    return elapsed === undefined || !Number.isFinite(elapsed)
      ? distance
      : intl.formatMessage({ id: 'DesignSystem.Map.DistanceIn' }, { distance, time: format.duration(elapsed) })
  }
  const toggle = (code: string) => {
    const on = !selected.has(code)
    setCodes(on ? [...codes, code] : codes.filter(entry => entry !== code))
    announce(
      intl.formatMessage(
        { id: on ? 'DesignSystem.Map.CountryOn' : 'DesignSystem.Map.CountryOff' },
        { country: countryName(code) },
      ),
    )
  }
  const moveTo = (point: MapPoint) => {
    setActive(point.id)
    if (isValidCoordinate(point))
      engine.current?.fit([
        point.longitude - 4,
        Math.max(-84, point.latitude - 3),
        point.longitude + 4,
        Math.min(84, point.latitude + 3),
      ])
  }
  const open = (point: MapPoint) => {
    moveTo(point)
    onPointOpen?.(point)
  }
  const moveToTarget = useEffectEvent((id: string) => {
    const point = model.points.find(each => each.id === id)
    if (point === undefined) return
    moveTo(point)
    announce(intl.formatMessage({ id: 'DesignSystem.Map.Located' }, { place: point.label }))
  })
  useEffect(() => {
    if (target) moveToTarget(target.id)
  }, [target])
  const nothing = model.points.length === 0 && model.regions.length === 0
  const leave = () =>
    root.current?.querySelector<HTMLElement>('[data-slot="segmented-control"] [data-state="checked"]')?.focus()

  return (
    <div
      ref={mergeRefs(root, ref)}
      data-slot="geo-map"
      aria-busy={loading || undefined}
      className={cn('@container flex min-h-0 flex-col bg-surface', className)}
      {...props}
    >
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-be border-line-subtle px-3 py-1">
        <p id={summaryId} className="min-w-0 text-xs text-fg-muted">
          <FormattedMessage
            id="DesignSystem.Map.Summary"
            values={{
              points: model.points.length,
              countries: model.regions.length,
              both: model.points.length > 0 && model.regions.length > 0 ? 'yes' : 'no',
            }}
          />
          {jumps > 0 ? (
            <>
              {separator}
              <span className="text-danger-text">
                <FormattedMessage id="DesignSystem.Map.Jumps" values={{ count: jumps }} />
              </span>
            </>
          ) : null}
          {drawable === false ? (
            <>
              {separator}
              <FormattedMessage id="DesignSystem.Map.NoDrawing" />
            </>
          ) : null}
        </p>
        {drawable ? (
          <SegmentedControl
            className="ms-auto"
            label={intl.formatMessage({ id: 'DesignSystem.Map.View' })}
            value={view}
            onValueChange={setView}
            segments={mapViews.map(entry => ({
              value: entry,
              label: intl.formatMessage({ id: viewNames[entry] }),
              start: <Icon icon={viewIcons[entry]} />,
            }))}
          />
        ) : null}
      </div>
      {loading ? (
        <div aria-hidden className="min-h-0 flex-1 bg-surface-sunken" />
      ) : error ? (
        <ErrorState title={error} className="flex-1" {...(onRetry ? { onRetry } : {})} />
      ) : nothing ? (
        <EmptyState className="flex-1" title={empty ?? <FormattedMessage id="DesignSystem.Map.Empty" />} />
      ) : (
        <div
          className={cn(
            'flex min-h-0 flex-1 overflow-auto',
            view === 'both' && 'flex-col @2xl:flex-row @2xl:overflow-hidden',
          )}
        >
          {view === 'list' ? null : (
            <MapCanvas
              engine={engine}
              model={model}
              mapStyle={mapStyle}
              tiles={tiles}
              label={label}
              summaryId={summaryId}
              selected={selected}
              active={active}
              countryName={countryName}
              formatValue={number}
              distanceOf={distanceOf}
              onCountry={toggle}
              onPoint={open}
              onLeave={leave}
            />
          )}
          {view === 'map' ? null : (
            <div
              className={cn(
                'min-h-0',
                view === 'both'
                  ? 'h-[16rem] shrink-0 border-bs border-line-subtle @2xl:h-auto @2xl:w-panel @2xl:border-s @2xl:border-bs-0'
                  : 'min-w-0 flex-1',
              )}
            >
              <MapList
                model={model}
                label={label}
                valueName={valueName ?? <FormattedMessage id="DesignSystem.Map.Value" />}
                countryName={countryName}
                formatValue={number}
                distanceOf={distanceOf}
                selected={selected}
                active={active}
                onCountry={toggle}
                onPoint={open}
                onPointFocus={point => setActive(point.id)}
              />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
