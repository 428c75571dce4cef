import type { SVGProps } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import type { MapPoint, MapPointKind } from './map-model.ts'

/** Outline in a square of 24, colour and message id of the name of each kind: for legends beside a map. */
export const pointMarks: Record<MapPointKind, { path: string; fill: string; name: string }> = {
  ip: { path: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z', fill: 'fill-chart-1', name: 'DesignSystem.Map.KindIp' },
  billing: { path: 'M4 4h16v16h-16z', fill: 'fill-chart-5', name: 'DesignSystem.Map.KindBilling' },
  shipping: {
    path: 'M12 1.5l10.5 10.5l-10.5 10.5l-10.5-10.5z',
    fill: 'fill-chart-4',
    name: 'DesignSystem.Map.KindShipping',
  },
  account: { path: 'M12 1.5l10.5 8l-4 12.5h-13l-4-12.5z', fill: 'fill-chart-3', name: 'DesignSystem.Map.KindAccount' },
  store: { path: 'M1.5 2.5h21l-10.5 19z', fill: 'fill-chart-7', name: 'DesignSystem.Map.KindStore' },
  device: { path: 'M12 2.5l10.5 19h-21z', fill: 'fill-chart-2', name: 'DesignSystem.Map.KindDevice' },
  other: { path: 'M7 3h10l5 9l-5 9h-10l-5-9z', fill: 'fill-chart-6', name: 'DesignSystem.Map.KindOther' },
}

export const kindName = (kind: MapPointKind): string => pointMarks[kind].name

interface MarkProps extends SVGProps<SVGSVGElement> {
  kind: MapPointKind
}

/** The shape of a kind, in its colour and with an edge that stands out from any land. */
export function Mark({ kind, className, ...props }: MarkProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={cn(
        'shrink-0 overflow-visible stroke-surface forced-colors:stroke-[Canvas]',
        pointMarks[kind].fill,
        className,
      )}
      {...props}
    >
      <path d={pointMarks[kind].path} strokeWidth={2} strokeLinejoin="round" paintOrder="stroke" />
    </svg>
  )
}

interface PointMarkProps {
  point: MapPoint
  /** Width and height of a mark without a number, in pixels. */
  side: number
  className?: string
}

/** The mark of a point: its number in a disc where it has one, otherwise the shape of its kind. */
export function PointMark({ point: { kind, number }, side, className }: PointMarkProps) {
  const intl = useIntl()
  return number === undefined ? (
    <Mark kind={kind} width={side} height={side} className={className} />
  ) : (
    <span
      data-slot="map-number"
      className={cn(
        'flex h-5 min-w-5 items-center justify-center rounded-full border border-line bg-surface px-1 text-xs font-semibold text-fg tabular-nums',
        className,
      )}
    >
      {intl.formatNumber(number)}
    </span>
  )
}
