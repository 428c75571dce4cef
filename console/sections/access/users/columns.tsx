import { Badge, createColumns, type DataColumn, Icon } from '@assay/design-system'
import { type AccessEntry, accessLimits, type Environment } from '@assay/risk-service/contract'
import { CornerLeftUp, Users } from 'lucide-react'
import { FormattedMessage, type IntlShape } from 'react-intl'
import { Link } from 'react-router-dom'
import { hasUnusedRole, latestOf, typeOf } from '../model/access-rows.ts'
import { roleNamesOf } from '../model/role-names.ts'

const c = createColumns<AccessEntry>()
const tones = { active: 'neutral', invited: 'info', expired: 'warning' } as const

interface AccessColumns {
  intl: IntlShape
  kind: Environment['kind']
  /** Address of the list of another environment. */
  hrefOf: (environmentId: string) => string
  /** A panel stands beside the table: it has room for what tells rows apart. */
  narrow: boolean
}

/** Columns that leave while a panel is open. */
const secondary = new Set(['email', 'type', 'assignedBy', 'assignedAt'])

/** Columns of users and groups. */
export function accessColumns({ narrow, ...context }: AccessColumns): DataColumn<AccessEntry>[] {
  const columns = allColumns(context)
  return narrow ? columns.filter(({ id }) => !secondary.has(id)) : columns
}

function allColumns({ intl, kind, hrefOf }: Omit<AccessColumns, 'narrow'>): DataColumn<AccessEntry>[] {
  const plain = { sortable: true, filter: false } as const
  const sourceText = (row: AccessEntry) =>
    intl.formatMessage({ id: `Access.Source.${row.source}` }, { name: row.environmentName ?? '' })
  return [
    c.custom('name', {
      ...plain,
      labelId: 'Common.Name',
      rowHeader: true,
      control: true,
      size: 190,
      value: row => row.name,
      cell: (row, { tabIndex }) => (
        <a
          href="#access"
          data-row-open=""
          tabIndex={tabIndex}
          className="flex min-w-0 items-center gap-2 truncate font-medium text-fg hover:underline focus-ring"
          onClick={event => event.preventDefault()}
        >
          {row.kind === 'group' ? <Icon icon={Users} size={12} /> : null}
          <bdi className="truncate">{row.name}</bdi>
        </a>
      ),
    }),
    c.text('email', {
      ...plain,
      labelId: 'Access.Column.Email',
      value: row => row.username,
      size: 210,
      secondary: true,
    }),
    c.text('type', {
      ...plain,
      labelId: 'Queues.Kind',
      size: 96,
      secondary: true,
      value: row =>
        row.members === null
          ? intl.formatMessage({ id: typeOf(row) })
          : intl.formatMessage({ id: 'Access.Type.members' }, { count: row.members }),
    }),
    c.custom('roles', {
      ...plain,
      labelId: 'Applications.Roles',
      size: 290,
      value: row => roleNamesOf(row.roles, kind),
      cell: row => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi dir="ltr" className="truncate">
            {roleNamesOf(row.roles, kind)}
          </bdi>
          {hasUnusedRole(row) ? (
            <Badge tone="warning">
              <FormattedMessage id="Access.Unused" values={{ days: accessLimits.unusedDays }} />
            </Badge>
          ) : null}
        </span>
      ),
    }),
    c.custom('source', {
      ...plain,
      labelId: 'Ontology.Source',
      size: 190,
      control: true,
      value: sourceText,
      cell: (row, { tabIndex }) =>
        row.source === 'inherited' && row.environmentId !== null ? (
          <Link
            to={hrefOf(row.environmentId)}
            tabIndex={tabIndex}
            title={intl.formatMessage({ id: 'Access.OpenSource' }, { name: row.environmentName ?? '' })}
            className="flex min-w-0 items-center gap-2 text-fg-secondary hover:text-link hover:underline focus-ring"
          >
            <Icon icon={CornerLeftUp} size={12} />
            <span className="truncate">{sourceText(row)}</span>
          </Link>
        ) : (
          <span className="truncate">{sourceText(row)}</span>
        ),
    }),
    c.custom('status', {
      ...plain,
      labelId: 'Common.Status',
      size: 100,
      value: row => intl.formatMessage({ id: `Access.Status.${row.status}` }),
      cell: row =>
        row.status === 'active' ? (
          <FormattedMessage id="Access.Status.active" />
        ) : (
          <Badge tone={tones[row.status]}>
            <FormattedMessage id={`Access.Status.${row.status}`} />
          </Badge>
        ),
    }),
    c.text('assignedBy', {
      ...plain,
      labelId: 'Access.Column.AssignedBy',
      value: row => latestOf(row)?.assignedBy ?? '',
      size: 150,
      secondary: true,
    }),
    c.dateTime('assignedAt', {
      ...plain,
      labelId: 'Access.Column.AssignedOn',
      value: row => latestOf(row)?.assignedAt ?? null,
    }),
  ]
}
