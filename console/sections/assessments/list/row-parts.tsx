import { Badge, Checkbox, DropdownMenuLinkItem, Icon } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import type { PageLink } from './page-links.ts'

interface RowSelectionProps {
  row: Assessment
  name: string
  selected: boolean
  onSelect: (id: string | null) => void
}

/** Selects an assessment; there is nothing to do with a built-in one. */
export function RowSelection({ row, name, selected, onSelect }: RowSelectionProps) {
  const intl = useIntl()
  return row.kind === 'builtIn' ? null : (
    // Without a line of text around it, which would raise it above the middle of its row.
    <span className="flex">
      <Checkbox
        checked={selected}
        aria-label={intl.formatMessage({ id: 'Assessments.Select' }, { name })}
        onCheckedChange={checked => onSelect(checked === true ? row.id : null)}
      />
    </span>
  )
}

/** The name of an assessment, which leads to its first page, and why its calls are rejected. */
export function RowName({ name, first, refused }: { name: string; first: PageLink | undefined; refused: boolean }) {
  const href = useHref()
  return (
    <>
      {first === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Link to={href(first.path, first.search)} className="focus-ring text-link hover:underline">
          <bdi>{name}</bdi>
        </Link>
      )}
      {refused ? (
        <Badge tone="warning" size="sm" className="flex">
          <Icon icon={TriangleAlert} />
          <FormattedMessage id="Assessments.Custom.NoRule" />
        </Badge>
      ) : null}
    </>
  )
}

/** The pages about an assessment. */
export function RowPages({ name, pages }: { name: string; pages: readonly PageLink[] }) {
  const href = useHref()
  return pages.length === 0 ? null : (
    <RowMenu name={name}>
      {pages.map(({ id, path, search, labelId }) => (
        <DropdownMenuLinkItem key={id}>
          <Link to={href(path, search)}>
            <FormattedMessage id={labelId} />
          </Link>
        </DropdownMenuLinkItem>
      ))}
    </RowMenu>
  )
}
