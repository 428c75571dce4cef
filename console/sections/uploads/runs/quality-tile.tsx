import { Card, Icon, StatTile } from '@assay/design-system'
import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'

interface QualityTileProps {
  label: ReactNode
  /** Undefined without data. */
  value: string | undefined
  /** Whether it reaches its limit; null without a value or a limit. */
  good: boolean | null
  /** The limit: why it is good or not. */
  reason: ReactNode
}

/** A figure of the data; one below its limit is red, with the reason. */
export function QualityTile({ label, value, good, reason }: QualityTileProps) {
  return (
    <Card className="min-w-0">
      <StatTile
        label={label}
        {...(value === undefined
          ? {}
          : { value: good === false ? <span className="text-danger-text">{value}</span> : value })}
        note={
          <span
            className={
              good === false
                ? 'flex items-start gap-1 whitespace-normal text-danger-text'
                : 'flex items-start gap-1 whitespace-normal text-fg-muted'
            }
          >
            {good === null ? null : <Icon icon={good ? CircleCheck : CircleX} size={12} className="my-0.5 shrink-0" />}
            <span>{reason}</span>
          </span>
        }
      />
    </Card>
  )
}
