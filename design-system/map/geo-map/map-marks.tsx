import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import type { Position } from './great-circle.ts'
import { type Cluster, isSamePlace, type MapPoint } from './map-model.ts'
import { PointMark } from './marks.tsx'

/** A position in the box of the map, in pixels. */
export interface PlaceOnScreen {
  x: number
  y: number
}

/** Whether a mark at this position can be seen in a box of this size. */
export const isVisible = ({ x, y }: PlaceOnScreen, { width, height }: { width: number; height: number }): boolean =>
  x > -40 && y > -40 && x < width + 40 && y < height + 40

/** The style of an element whose centre is at this position. */
export const screenPosition = ({ x, y }: PlaceOnScreen) => ({
  transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`,
})

interface MapMarksProps {
  cluster: Cluster
  project: (position: Position) => PlaceOnScreen
  size: { width: number; height: number }
  active: string | null
  /** The largest value of all points. */
  largest: number
  onPoint: (point: MapPoint) => void
  onCluster: (cluster: Cluster) => void
}

/** Marks that fan out under the pointer; more of them need another zoom level. */
const fannedMarks = 8
const kilometresPerDegree = 111.32

/** One mark with the ring of its precision, or a number of marks that would cover each other. */
export function MapMarks({ cluster, project, size, active, largest, onPoint, onCluster }: MapMarksProps) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const place = project([cluster.longitude, cluster.latitude])
  const [first] = cluster.points
  if (!isVisible(place, size) || !first) return null
  const one = cluster.points.length === 1
  const same = isSamePlace(cluster)
  // Marks at one place fan out under the pointer, and for the point that was chosen in a list.
  const isChosen = same && cluster.points.some(({ id }) => id === active)
  const fanned = (open || isChosen) && !one && cluster.points.length <= fannedMarks
  const side = (point: MapPoint) => 14 + 12 * Math.sqrt(largest > 0 ? Math.max(0, point.value ?? 0) / largest : 0)
  const press = () => (one ? onPoint(first) : same ? setOpen(true) : onCluster(cluster))
  return (
    <>
      {cluster.points.map(({ id, longitude, latitude, radiusKm = 0 }) => {
        const centre = project([longitude, latitude])
        const edge = project([longitude, Math.min(89, latitude + radiusKm / kilometresPerDegree)])
        const radius = Math.abs(centre.y - edge.y)
        return radius < 10 ? null : (
          <span
            key={id}
            data-slot="map-ring"
            style={{ ...screenPosition(centre), width: 2 * radius, height: 2 * radius }}
            className="absolute inset-s-0 inset-bs-0 rounded-full border border-dashed border-accent"
          />
        )
      })}
      {/* Pointer only: the same points are buttons of the list. */}
      {/* eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions -- 3: hidden from assistive technology, doubled by the list */}
      <span
        data-slot="map-mark"
        style={screenPosition(place)}
        title={one ? first.label : undefined}
        className={cn(
          'pointer-events-auto absolute inset-s-0 inset-bs-0 flex min-h-6 min-w-6 cursor-pointer items-center justify-center',
          fanned && 'z-sticky',
        )}
        onClick={press}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
      >
        {one ? (
          <PointMark
            point={first}
            side={side(first)}
            className={cn(active === first.id && 'rounded-full outline-2 outline-offset-2 outline-focus')}
          />
        ) : (
          <span className="flex h-8 min-w-8 items-center justify-center rounded-full border-2 border-accent bg-surface px-1 text-xs font-semibold whitespace-nowrap text-fg shadow-1">
            {same ? (
              <FormattedMessage id="DesignSystem.Map.Here" values={{ count: cluster.points.length }} />
            ) : (
              intl.formatNumber(cluster.points.length, { notation: 'compact' })
            )}
          </span>
        )}
        {fanned
          ? cluster.points.map((point, index) => {
              const angle = (2 * Math.PI * index) / cluster.points.length - Math.PI / 2
              return (
                // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions -- 3: hidden from assistive technology, doubled by the list
                <span
                  key={point.id}
                  data-slot="map-fanned-mark"
                  title={point.label}
                  style={{ transform: `translate(${Math.cos(angle) * 34}px, ${Math.sin(angle) * 34}px)` }}
                  className={cn(
                    'absolute flex size-6 items-center justify-center rounded-full border border-line bg-surface shadow-1',
                    active === point.id && 'outline-2 outline-offset-1 outline-focus',
                  )}
                  onClick={event => {
                    event.stopPropagation()
                    onPoint(point)
                  }}
                >
                  <PointMark point={point} side={14} />
                </span>
              )
            })
          : null}
      </span>
    </>
  )
}
