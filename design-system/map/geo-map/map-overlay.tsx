import { TriangleAlert } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import type { Position } from './great-circle.ts'
import { isVisible, MapMarks, type PlaceOnScreen, screenPosition } from './map-marks.tsx'
import type { Cluster, DrawnArc, MapPoint } from './map-model.ts'

interface MapOverlayProps {
  clusters: readonly Cluster[]
  arcs: readonly DrawnArc[]
  project: (position: Position) => PlaceOnScreen
  size: { width: number; height: number }
  active: string | null
  largest: number
  /** Null where the distance is unknown. */
  distanceOf: (arc: DrawnArc) => string | null
  onPoint: (point: MapPoint) => void
  onCluster: (cluster: Cluster) => void
}

/**
 * Marks and labels over the painted map: real text in the page's own fonts and colours. The list beside it has the same
 * content for keys and screen readers.
 */
export function MapOverlay({
  clusters,
  arcs,
  project,
  size,
  active,
  largest,
  distanceOf,
  onPoint,
  onCluster,
}: MapOverlayProps) {
  const visible = (place: PlaceOnScreen) => isVisible(place, size)
  return (
    <div aria-hidden dir="ltr" className="pointer-events-none absolute inset-0 overflow-hidden">
      {clusters.map(cluster => (
        <MapMarks
          key={cluster.key}
          cluster={cluster}
          project={project}
          size={size}
          active={active}
          largest={largest}
          onPoint={onPoint}
          onCluster={onCluster}
        />
      ))}
      {/* After the marks and thus above them: a distance with a covered digit would read as another one. */}
      {arcs.map(arc => {
        const place = project(arc.middle)
        const start = project([arc.start.longitude, arc.start.latitude])
        const end = project([arc.end.longitude, arc.end.latitude])
        // A label longer than its line would only cover the marks: a warning moves above them, a plain distance appears
        // in the list only.
        const short = Math.hypot(start.x - end.x, start.y - end.y) < 72
        const text = distanceOf(arc)
        if (text === null || !visible(place) || (!arc.impossible && short)) return null
        return (
          <span
            key={arc.id}
            data-slot="map-distance"
            style={screenPosition(short ? { x: place.x, y: place.y - 30 } : place)}
            className={cn(
              'absolute inset-s-0 inset-bs-0 flex items-center gap-1 rounded-chip border bg-surface px-1.5 text-xs font-medium whitespace-nowrap',
              (arc.impossible ?? arc.alert) ? 'z-sticky border-danger-border text-danger-text' : 'border-line text-fg',
            )}
          >
            {arc.impossible ? <Icon icon={TriangleAlert} size={12} /> : null}
            <bdi>{text}</bdi>
          </span>
        )
      })}
    </div>
  )
}
