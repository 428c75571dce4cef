import { Skeleton } from '@assay/design-system'

/** Stands for lines of the panel that are loading. */
export function FieldSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-2">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-3/5" />
    </div>
  )
}
