import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { retryUntilLoaded } from '../../lib/lazy-part.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { LonLat } from './great-circle.ts'
import type { createMapEngine, MapEngine } from './map-engine.ts'
import { MapLegend } from './map-legend.tsx'
import { boundsOf, clustered, type DrawnArc, type MapModel, type MapPoint } from './map-model.ts'
import { MapOverlay } from './map-overlay.tsx'
import { MapPictures } from './map-pictures.tsx'
import { worldBounds } from './map-surroundings.ts'
import type { MapTiles } from './map-tiles.ts'

interface MapCanvasProps {
  engine: RefObject<MapEngine | null>
  model: MapModel
  mapStyle: Parameters<typeof createMapEngine>[1]
  tiles: MapTiles | undefined
  label: string
  summaryId: string
  selected: ReadonlySet<string>
  active: string | null
  countryName: (code: string) => string
  formatValue: (value: number) => string
  distanceOf: (arc: DrawnArc) => string | null
  onCountry: (code: string) => void
  onPoint: (point: MapPoint) => void
  onLeave: () => void
}

const step = 80

/** The painted map with its floating controls. */
export function MapCanvas({
  engine,
  model,
  mapStyle,
  tiles,
  label,
  summaryId,
  selected,
  active,
  countryName,
  formatValue,
  distanceOf,
  onCountry,
  onPoint,
  onLeave,
}: MapCanvasProps) {
  const intl = useIntl()
  const host = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapEngine | null>(null)
  const [ready, setReady] = useState(false)
  const [failed, setFailed] = useState(false)
  const [view, setView] = useState({ level: 0, width: 0, height: 0, moved: 0 })
  const [hovered, setHovered] = useState<string | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)

  const look = useEffectEvent((target: MapEngine) => {
    const box = host.current?.getBoundingClientRect()
    setView(now => ({ level: target.level(), width: box?.width ?? 0, height: box?.height ?? 0, moved: now.moved + 1 }))
  })
  const fit = (target: MapEngine | null, places: readonly LonLat[] = model.locatedPoints) => {
    // Paths count, too: across the date line they reach both edges.
    const ways =
      places === model.locatedPoints
        ? model.arcs.flatMap(arc => arc.lines.flat().map(([longitude, latitude]) => ({ longitude, latitude })))
        : []
    const bounds = model.regions.length > 0 && places === model.locatedPoints ? null : boundsOf([...places, ...ways])
    target?.fit(bounds ?? worldBounds)
  }
  const pressed = useEffectEvent((code: string) => onCountry(code))
  const first = useEffectEvent((target: MapEngine) => fit(target))

  useEffect(() => {
    const box = host.current
    if (!box) return
    let made: MapEngine | undefined
    let ended = false
    const start = ({ createMapEngine: create }: { createMapEngine: typeof createMapEngine }) => {
      if (ended) return
      const started = create(box, mapStyle, {
        onReady: () => setReady(true),
        onMove: () => look(started),
        onCountry: code => pressed(code),
        onHover: setHovered,
        onFailed: () => setFailed(true),
        onTilesFailed: () => setTilesFailed(true),
      })
      made = started
      engine.current = started
      setMap(started)
    }
    retryUntilLoaded(() => import('./map-engine.ts'))
      .then(start)
      .catch(() => setFailed(true))
    return () => {
      ended = true
      engine.current = null
      setMap(null)
      setReady(false)
      made?.destroy()
    }
  }, [engine, mapStyle])

  useEffect(
    () => map?.set({ arcs: model.arcs, regions: model.regions, highest: model.highest, selected }),
    [map, model, selected],
  )
  useEffect(() => {
    if (!map) return
    first(map)
    look(map)
  }, [map, model])

  const clusters = useMemo(() => clustered(model.locatedPoints, view.level), [model, view.level])
  const largest = model.locatedPoints.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowRight':
        map?.pan(step, 0)
        break
      case 'ArrowLeft':
        map?.pan(-step, 0)
        break
      case 'ArrowDown':
        map?.pan(0, step)
        break
      case 'ArrowUp':
        map?.pan(0, -step)
        break
      case '+':
      case '=':
        map?.zoom(0.75)
        break
      case '-':
        map?.zoom(-0.75)
        break
      case '0':
        fit(map)
        break
      case 'Escape':
        onLeave()
        break
      default:
        return
    }
    event.preventDefault()
  }
  const worked = { onKeyDown, onFocus: () => map?.wheel(true), onBlur: () => map?.wheel(false) }
  const value = model.regions.find(({ code }) => code === hovered)?.value
  const name = (id: string) => intl.formatMessage({ id })

  return (
    <div
      className="relative min-h-[14rem] min-w-0 flex-1 overflow-hidden bg-surface-sunken"
      data-ready={ready || undefined}
    >
      <div
        role="application"
        aria-label={label}
        aria-describedby={summaryId}
        tabIndex={0}
        dir="ltr"
        className="absolute inset-0 focus-ring-inset"
        {...worked}
      >
        <div ref={host} className="size-full" />
      </div>
      {map && view.moved > 0 ? (
        <MapOverlay
          clusters={clusters}
          arcs={model.arcs}
          project={map.project}
          size={view}
          active={active}
          largest={largest}
          distanceOf={distanceOf}
          onPoint={onPoint}
          onCluster={cluster => fit(map, cluster.points)}
        />
      ) : null}
      <div className="absolute inset-bs-3 inset-e-3 flex flex-col rounded-card border border-transparent bg-surface-raised p-0.5 shadow-2">
        <IconButton icon={Plus} label={name('DesignSystem.Map.ZoomIn')} onClick={() => map?.zoom(0.75)} />
        <IconButton icon={Minus} label={name('DesignSystem.Map.ZoomOut')} onClick={() => map?.zoom(-0.75)} />
        <IconButton icon={Maximize} label={name('DesignSystem.Map.Fit')} onClick={() => fit(map)} />
      </div>
      <MapLegend
        model={model}
        formatValue={formatValue}
        onKind={kind =>
          fit(
            map,
            model.locatedPoints.filter(point => point.kind === kind),
          )
        }
      />
      {map && tiles && tiles.layers.length > 0 ? (
        <MapPictures map={map} tiles={tiles} failed={tilesFailed} onRetry={() => setTilesFailed(false)} />
      ) : null}
      {hovered !== null ? (
        <p
          aria-hidden
          className="pointer-events-none absolute inset-bs-3 inset-s-3 rounded-chip border border-line bg-surface px-2 py-0.5 text-xs"
        >
          <bdi>{countryName(hovered)}</bdi>
          {value === undefined ? null : <span className="ms-2 font-medium">{formatValue(value)}</span>}
        </p>
      ) : null}
      {failed ? (
        <p className="absolute inset-x-0 inset-bs-3 mx-auto w-fit rounded-chip border border-warning-border bg-warning-subtle px-2 py-0.5 text-xs text-warning-text">
          <FormattedMessage id="DesignSystem.Map.BordersFailed" />
        </p>
      ) : null}
    </div>
  )
}
