import { Skeleton } from '@assay/design-system'

/** Stands for a part of a panel that is fetched. */
export function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-busy="true">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-2 w-full" />
      ))}
    </div>
  )
}
