import {
  type DataDrivenPropertyValueSpecification,
  type GeoJSONSource,
  Map as MapLibre,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { createTokenReader } from '../../graph/graph-canvas/canvas/token-reader.ts'
import type { Position } from './great-circle.ts'
import { type DrawnArc, heatStep, type MapRegion } from './map-model.ts'
import { worldBounds } from './map-surroundings.ts'
import { createTileLayer, type MapTiles, type TileLayer } from './map-tiles.ts'
import { loadWorld, type World } from './world.ts'

const detailedFrom = 2.6
/** The closest zoom level of outlines. */
const outlineZoom = 9

export interface MapEvents {
  onReady: () => void
  onMove: () => void
  onCountry: (code: string) => void
  onHover: (code: string | null) => void
  onFailed: () => void
  /** The provider delivers no tile. */
  onTilesFailed: () => void
}

export interface MapContent {
  arcs: readonly DrawnArc[]
  regions: readonly MapRegion[]
  highest: number
  selected: ReadonlySet<string>
}

export type MapEngine = ReturnType<typeof createMapEngine>

const lineStyles = ['solid', 'dashed', 'dotted'] as const
const dashes = { solid: {}, dashed: { 'line-dasharray': [3, 2] }, dotted: { 'line-dasharray': [1, 2] } }
const nothing = { type: 'FeatureCollection' as const, features: [] }

/**
 * The rendering half of the component: MapLibre with its own worker file, over bundled countries, or over the style of
 * a provider. It is imported when a map is first shown, because a server cannot import its style sheet.
 */
export function createMapEngine(host: HTMLElement, style: string | StyleSpecification | undefined, events: MapEvents) {
  setWorkerUrl(workerUrl)
  const map = new MapLibre({
    container: host,
    style: style ?? { version: 8, sources: {}, layers: [{ id: 'sea', type: 'background' }] },
    bounds: worldBounds,
    attributionControl: style === undefined ? false : {},
    keyboard: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    scrollZoom: false,
    renderWorldCopies: false,
    fadeDuration: 0,
    maxZoom: outlineZoom,
  })
  map.touchZoomRotate.disableRotation()
  const canvas = map.getCanvas()
  // The surrounding box is the application with name and keys: the canvas itself is presentational.
  for (const name of ['tabindex', 'aria-label', 'role']) canvas.removeAttribute(name)

  let content: MapContent = { arcs: [], regions: [], highest: 0, selected: new Set() }
  let ready = false
  let gone = false
  let detail: 'coarse' | 'fine' = 'coarse'
  let pictures: { tiles: MapTiles; layer: TileLayer } | null = null
  let shownPicture: { tiles: MapTiles; layer: string } | null = null

  const showPicture = () => {
    if (!ready || gone) return
    if (pictures !== null && pictures.tiles !== shownPicture?.tiles) {
      pictures.layer.show(null)
      pictures.layer.destroy()
      pictures = null
    }
    if (shownPicture === null) return
    const { tiles, layer } = shownPicture
    pictures ??= { tiles, layer: createTileLayer(map, tiles, outlineZoom, events.onTilesFailed) }
    // Shades of countries remain visible over a picture.
    pictures.layer.show(layer, content.regions.length > 0 ? 0.5 : 0)
  }

  const source = (id: string) => map.getSource<GeoJSONSource>(id)
  const show = (world: World) => {
    source('countries')?.setData(world.countries)
    source('borders')?.setData(world.borders)
  }
  const paint = () => {
    if (!ready || gone) return
    const token = createTokenReader(host)
    const land = token('surface', 'Canvas')
    const values = content.regions.flatMap(({ code, value }) => [
      code,
      token(`heat-${heatStep(value, content.highest)}`, 'Canvas'),
    ])
    const fill = values.length === 0 ? land : ['match', ['get', 'code'], ...values, land]
    if (map.getLayer('sea')) map.setPaintProperty('sea', 'background-color', token('surface-sunken', 'Canvas'))
    map.setPaintProperty('land', 'fill-color', fill as DataDrivenPropertyValueSpecification<string>)
    map.setPaintProperty('borders', 'line-color', token('border', 'CanvasText'))
    map.setPaintProperty('chosen', 'line-color', token('focus', 'Highlight'))
    map.setFilter('chosen', ['in', ['get', 'code'], ['literal', [...content.selected]]])
    const [plain, alert] = [token('text-secondary', 'CanvasText'), token('danger', 'CanvasText')]
    for (const line of lineStyles) map.setPaintProperty(line, 'line-color', ['case', ['get', 'alert'], alert, plain])
    source('ways')?.setData({
      type: 'FeatureCollection',
      features: content.arcs.map(({ lines, impossible = false, alert = impossible, line }) => ({
        type: 'Feature',
        properties: { alert, line: line ?? (impossible ? 'dashed' : 'solid') },
        geometry: { type: 'MultiLineString', coordinates: lines },
      })),
    })
  }

  map.on('style.load', () => {
    for (const id of ['countries', 'borders', 'ways']) map.addSource(id, { type: 'geojson', data: nothing })
    const own = style === undefined
    map.addLayer({
      id: 'land',
      type: 'fill',
      source: 'countries',
      paint: { 'fill-antialias': false, 'fill-opacity': own ? 1 : 0.5 },
    })
    map.addLayer({ id: 'borders', type: 'line', source: 'borders', paint: { 'line-width': 0.75 } })
    map.addLayer({ id: 'chosen', type: 'line', source: 'countries', paint: { 'line-width': 2.5 } })
    for (const line of lineStyles)
      map.addLayer({
        id: line,
        type: 'line',
        source: 'ways',
        filter: ['==', ['get', 'line'], line],
        paint: { 'line-width': ['case', ['get', 'alert'], 2, 1.5], ...dashes[line] },
      })
    ready = true
    paint()
    showPicture()
    loadWorld('coarse').then(world => {
      if (gone) return
      if (detail === 'coarse') show(world)
      // Borders and ways are drawn some frames after they were set.
      map.once('idle', () => {
        if (!gone) events.onReady()
      })
    }, events.onFailed)
  })
  map.on('move', events.onMove)
  map.on('zoomend', () => {
    if (detail === 'fine' || map.getZoom() < detailedFrom) return
    detail = 'fine'
    // Without the finer borders the coarse ones remain.
    loadWorld('fine').then(
      world => {
        if (!gone) show(world)
      },
      () => undefined,
    )
  })
  map.on('click', 'land', event => {
    const code: unknown = event.features?.[0]?.properties['code']
    if (typeof code === 'string' && code !== '') events.onCountry(code)
  })
  map.on('mousemove', 'land', event => {
    const code: unknown = event.features?.[0]?.properties['code']
    events.onHover(typeof code === 'string' && code !== '' ? code : null)
  })
  map.on('mouseleave', 'land', () => events.onHover(null))

  // The theme is an attribute of the document: the GPU-rendered content is repainted when it changes.
  const themes = new MutationObserver(paint)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', paint)

  return {
    set(next: MapContent) {
      content = next
      paint()
    },
    /** Draws a picture of a provider below the lines; null: the outlines alone. */
    picture(next: { tiles: MapTiles; layer: string } | null) {
      shownPicture = next
      showPicture()
    },
    fit: (bounds: [number, number, number, number]) =>
      map.fitBounds(bounds, { padding: { top: 48, bottom: 48, left: 64, right: 64 }, maxZoom: 5, animate: false }),
    zoom: (by: number) => map.zoomTo(map.getZoom() + by, { animate: false }),
    pan: (x: number, y: number) => map.panBy([x, y], { animate: false }),
    level: () => map.getZoom(),
    /** Position of a coordinate on the screen. */
    project: (position: Position) => map.project(position),
    /** The wheel scrolls the page until the user interacts with the map. */
    wheel: (on: boolean) => (on ? map.scrollZoom.enable() : map.scrollZoom.disable()),
    destroy() {
      gone = true
      pictures?.layer.destroy()
      themes.disconnect()
      forced.removeEventListener('change', paint)
      map.remove()
    },
  }
}
