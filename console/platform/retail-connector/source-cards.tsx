import { Card, CardHeader, Icon } from '@assay/design-system'
import { CloudDownload, type LucideIcon, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

interface SourceCardsProps {
  /** Name of the retail system. */
  system: string
  /** What connects; null for those who may not. */
  connect: ReactNode
  /** What uploads; undefined: files are not uploaded here. */
  upload?: ReactNode
  /** Why nothing can be connected. */
  notice?: ReactNode
}

/** The two ways in which retail transactions arrive: from a retail system, or as files. */
export function SourceCards({ system, connect, upload, notice }: SourceCardsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SourceCard
        icon={CloudDownload}
        title={<FormattedMessage id="Retail.Connect.Card" values={{ system }} />}
        text={<FormattedMessage id="Retail.Connect.Card.Text" />}
        notice={notice}
        action={connect}
      />
      {upload === undefined ? null : (
        <SourceCard
          icon={Upload}
          title={<FormattedMessage id="Retail.Upload.Card" />}
          text={<FormattedMessage id="Retail.Upload.Card.Text" />}
          action={upload}
        />
      )}
    </div>
  )
}

interface SourceCardProps {
  icon: LucideIcon
  title: ReactNode
  text: ReactNode
  notice?: ReactNode
  action: ReactNode
}

function SourceCard({ icon, title, text, notice, action }: SourceCardProps) {
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            <Icon icon={icon} className="shrink-0 text-fg-muted" />
            <span className="min-w-0">{title}</span>
          </span>
        }
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3 px-4 pbe-4">
        <p className="text-sm text-fg-secondary">{text}</p>
        {notice ? <p className="text-sm text-fg-muted">{notice}</p> : null}
        {action ? <div className="mbs-auto">{action}</div> : null}
      </div>
    </Card>
  )
}
