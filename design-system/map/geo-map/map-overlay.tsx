import { TriangleAlert } from 'lucide-react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import type { Position } from './great-circle.ts'
import type { Cluster, DrawnArc, MapPoint } from './map-model.ts'
import { Mark } from './marks.tsx'

interface MapOverlayProps {
  clusters: readonly Cluster[]
  arcs: readonly DrawnArc[]
  project: (position: Position) => { x: number; y: number }
  size: { width: number; height: number }
  active: string | null
  largest: number
  distanceOf: (arc: DrawnArc) => string
  onPoint: (point: MapPoint) => void
  onCluster: (cluster: Cluster) => void
}

const at = ({ x, y }: { x: number; y: number }) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` })

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
  const intl = useIntl()
  const visible = ({ x, y }: { x: number; y: number }) =>
    x > -40 && y > -40 && x < size.width + 40 && y < size.height + 40
  return (
    <div aria-hidden dir="ltr" className="pointer-events-none absolute inset-0 overflow-hidden">
      {clusters.map(cluster => {
        const place = project([cluster.longitude, cluster.latitude])
        const [first] = cluster.points
        if (!visible(place) || !first) return null
        const one = cluster.points.length === 1
        const side = 14 + 12 * Math.sqrt(largest > 0 ? Math.max(0, first.value ?? 0) / largest : 0)
        return (
          // Pointer only: the same point is a button of the list.
          // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions -- 3: hidden from assistive technology, doubled by the list
          <span
            key={cluster.key}
            data-slot="map-mark"
            style={at(place)}
            title={one ? first.label : undefined}
            className="pointer-events-auto absolute inset-s-0 inset-bs-0 flex min-h-6 min-w-6 cursor-pointer items-center justify-center"
            onClick={() => (one ? onPoint(first) : onCluster(cluster))}
          >
            {one ? (
              <Mark
                kind={first.kind}
                width={side}
                height={side}
                className={cn(active === first.id && 'rounded-full outline-2 outline-offset-2 outline-focus')}
              />
            ) : (
              <span className="flex size-8 items-center justify-center rounded-full border-2 border-accent bg-surface text-xs font-semibold text-fg shadow-1">
                {intl.formatNumber(cluster.points.length, { notation: 'compact' })}
              </span>
            )}
          </span>
        )
      })}
      {/* After the marks and thus above them: a distance with a covered digit would read as another one. */}
      {arcs.map(arc => {
        const place = project(arc.middle)
        const start = project([arc.start.longitude, arc.start.latitude])
        const end = project([arc.end.longitude, arc.end.latitude])
        // A label longer than its line would only cover the marks: a warning moves above them, a plain distance appears
        // in the list only.
        const short = Math.hypot(start.x - end.x, start.y - end.y) < 72
        if (!visible(place) || (!arc.impossible && short)) return null
        return (
          <span
            key={arc.id}
            data-slot="map-distance"
            style={at(short ? { x: place.x, y: place.y - 30 } : place)}
            className={cn(
              'absolute inset-s-0 inset-bs-0 flex items-center gap-1 rounded-chip border bg-surface px-1.5 text-xs font-medium whitespace-nowrap',
              arc.impossible ? 'z-sticky border-danger-border text-danger-text' : 'border-line text-fg',
            )}
          >
            {arc.impossible ? <Icon icon={TriangleAlert} size={12} /> : null}
            <bdi>{distanceOf(arc)}</bdi>
          </span>
        )
      })}
    </div>
  )
}
