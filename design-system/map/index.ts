export { GeoMap, mapViews, type GeoMapProps, type MapView } from './geo-map/geo-map.tsx'
export { distanceKm, type LonLat } from './geo-map/great-circle.ts'
export { pointKinds, type MapArc, type MapPoint, type MapPointKind, type MapRegion } from './geo-map/map-model.ts'
