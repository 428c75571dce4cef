export { GeoMap, type GeoMapProps, type MapView, mapViews } from './geo-map/geo-map.tsx'
export { distanceKm, type LonLat } from './geo-map/great-circle.ts'
export { type MapArc, type MapPoint, type MapPointKind, type MapRegion, pointKinds } from './geo-map/map-model.ts'
