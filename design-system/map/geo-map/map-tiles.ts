import { addProtocol, type Map as MapLibre, removeProtocol } from 'maplibre-gl'

/** Pictures of a provider behind the map. */
export interface MapTiles {
  layers: readonly {
    id: string
    /** Name in the switch: "Road". */
    label: string
    /** The notice that the provider requires. */
    attribution: string
  }[]
  /** Loads one tile, a PNG, JPEG or WebP file; null when it is not delivered. */
  load: (layer: string, tile: { z: number; x: number; y: number }, signal: AbortSignal) => Promise<ArrayBuffer | null>
}

export type TileLayer = ReturnType<typeof createTileLayer>

/** A transparent picture in place of a tile that is not delivered. */
const emptyPicture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  character => character.charCodeAt(0),
).buffer
const source = 'tiles'
const closestZoom = 18
let schemes = 0

/**
 * Draws the pictures of a provider below the lines of a map. The map asks for them through a protocol of its own, so
 * that the consumer makes the requests.
 * @param onFailed called when no tile at all is delivered: the outlines return
 */
export function createTileLayer(map: MapLibre, tiles: MapTiles, outlineZoom: number, onFailed: () => void) {
  const scheme = `assay-tiles-${(schemes += 1)}`
  let delivered = false

  const show = (layer: string | null, landOpacity = 0) => {
    if (map.getLayer(source)) map.removeLayer(source)
    if (map.getSource(source)) map.removeSource(source)
    map.setPaintProperty('land', 'fill-opacity', layer === null ? 1 : landOpacity)
    map.setMaxZoom(layer === null ? outlineZoom : closestZoom)
    if (layer === null) return
    delivered = false
    map.addSource(source, {
      type: 'raster',
      tiles: [`${scheme}://${encodeURIComponent(layer)}/{z}/{x}/{y}`],
      tileSize: 256,
      maxzoom: closestZoom,
    })
    map.addLayer({ id: source, type: 'raster', source, paint: { 'raster-fade-duration': 0 } }, 'land')
  }
  const fail = () => {
    if (map.getLayer(source)) show(null)
    onFailed()
  }
  addProtocol(scheme, async ({ url }, { signal }) => {
    const [layer = '', z, x, y] = url.slice(scheme.length + 3).split('/')
    const tile = { z: Number(z), x: Number(x), y: Number(y) }
    const picture = await tiles.load(decodeURIComponent(layer), tile, signal).catch(() => null)
    signal.throwIfAborted()
    if (picture !== null) delivered = true
    else if (!delivered) fail()
    return { data: picture ?? emptyPicture.slice(0) }
  })
  return { show, destroy: () => removeProtocol(scheme) }
}
