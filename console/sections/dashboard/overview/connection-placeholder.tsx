import { Card, CardBody, CardHeader, Skeleton } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** Two cards side by side. */
export function ConnectionColumns({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 md:grid-cols-2">{children}</div>
}

/** Placeholder of the facts for API clients, which are loaded after the first figures. */
export function ConnectionPlaceholder() {
  return (
    <ConnectionColumns>
      {(['Account', 'Integration'] as const).map(id => (
        <Card key={id} aria-busy="true">
          <CardHeader title={<FormattedMessage id={`Dashboard.${id}.Title`} />} />
          <CardBody>
            {['w-2/3', 'w-1/2'].map(width => (
              <div key={width} className="flex min-h-fact-row items-center">
                <Skeleton className={width} />
              </div>
            ))}
          </CardBody>
        </Card>
      ))}
    </ConnectionColumns>
  )
}
