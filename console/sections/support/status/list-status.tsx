import { IconButton, useFormat } from '@assay/design-system'
import type { SupportEntry } from '@assay/risk-service/contract'
import { Pencil } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SupportStatusBadge } from '../../../platform/support-status/support-status-badge.tsx'

/** The status of a value on its list. */
export function ListStatus({ entry }: { entry: SupportEntry | null }) {
  return entry === null ? (
    <span className="text-fg-secondary">
      <FormattedMessage id="Support.NotListed" />
    </span>
  ) : (
    <SupportStatusBadge status={entry.status} />
  )
}

/** From when until when an entry is valid. */
export function ListValidity({ entry }: { entry: SupportEntry }) {
  const format = useFormat()
  const from = format.date(entry.updatedAt)
  return entry.expiresAt === null ? (
    <FormattedMessage id="Support.ValidFrom" values={{ from }} />
  ) : (
    <FormattedMessage id="Support.ValidBetween" values={{ from, to: format.date(entry.expiresAt) }} />
  )
}

interface EditStatusButtonProps {
  /** What the button is about: the name of the attribute, or the value where several stand in one table. */
  name: string
  onEdit: () => void
}

/** Opens the panel for one value. */
export function EditStatusButton({ name, onEdit }: EditStatusButtonProps) {
  const intl = useIntl()
  return (
    <IconButton
      size="sm"
      icon={Pencil}
      iconSize={12}
      label={intl.formatMessage({ id: 'Support.EditStatus' }, { name })}
      onClick={onEdit}
    />
  )
}
