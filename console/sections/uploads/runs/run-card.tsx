import { Card, Link } from '@assay/design-system'
import type { UploadRun } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { RunProgress } from './run-progress.tsx'

interface RunCardProps {
  run: UploadRun
  writes: boolean
  href: string
}

/** The run that is under way, above the list. */
export function RunCard({ run, writes, href }: RunCardProps) {
  return (
    <Card className="flex min-w-0 flex-col gap-2 p-4">
      <RunProgress run={run} writes={writes} />
      <Link asChild>
        <RouterLink to={href} className="self-start text-xs">
          <FormattedMessage id="Upload.Run.Open" />
        </RouterLink>
      </Link>
    </Card>
  )
}
