import { Button, Card, CardHeader } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** A card whose read failed, alone: the others stay as they are. */
export function FailedCard({ title, onRetry }: { title: ReactNode; onRetry: () => void }) {
  return (
    <Card>
      <CardHeader title={title} />
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-2 px-4 pbe-4 text-sm text-danger-text"
      >
        <FormattedMessage id="Dashboard.Failed" />
        <Button size="sm" onClick={onRetry}>
          <FormattedMessage id="Common.Retry" />
        </Button>
      </div>
    </Card>
  )
}
