import { Card, CardBody, CardHeader, DetailColumns, Skeleton, SkeletonText } from '@assay/design-system'

function SkeletonCard({ lines }: { lines: number }) {
  return (
    <Card>
      <CardHeader title={<Skeleton className="w-16" />} />
      <CardBody>
        <SkeletonText lines={lines} />
      </CardBody>
    </Card>
  )
}

/** Same blocks, no content. */
export function ReviewSkeleton() {
  return (
    <div aria-busy="true">
      <DetailColumns
        start={<SkeletonCard lines={16} />}
        end={
          <>
            <SkeletonCard lines={4} />
            <SkeletonCard lines={7} />
          </>
        }
      >
        <div className="grid gap-3 @xl:grid-cols-2">
          <SkeletonCard lines={6} />
          <SkeletonCard lines={6} />
          <SkeletonCard lines={5} />
          <SkeletonCard lines={5} />
        </div>
        <SkeletonCard lines={3} />
        <SkeletonCard lines={3} />
      </DetailColumns>
    </div>
  )
}
