import { cn } from '@assay/design-system'
import { type UsageMark, usageMarks } from '@assay/risk-service/contract'

/** A share of an entitlement as a bar with its marks; the figure stands beside it as text. */
export function ShareBar({ share, mark }: { share: number; mark: UsageMark | null }) {
  return (
    <div aria-hidden className="relative h-2 w-full rounded-full bg-line-subtle">
      <div
        className={cn(
          'h-full rounded-full system-outline',
          mark === 100 ? 'bg-danger-border' : mark === 80 ? 'bg-warning-border' : 'bg-line-strong',
        )}
        style={{ inlineSize: `${Math.min(100, share * 100)}%` }}
      />
      {usageMarks.map(each => (
        <span
          key={each}
          className="absolute -inset-bs-0.5 h-3 border-s border-fg-secondary"
          style={{ insetInlineStart: each === 100 ? 'calc(100% - 1px)' : `${each}%` }}
        />
      ))}
    </div>
  )
}
