import {
  Button,
  belowMd,
  Callout,
  DataTable,
  type DataTableStatus,
  EmptyState,
  Icon,
  ListPage,
  PageHeader,
  useMediaQuery,
} from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { FileUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DeleteDialog } from '../../platform/authoring/usage/delete-dialog.tsx'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { SearchBox } from '../../platform/hotkeys/search-box.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { useRecoverableState } from '../../platform/recovery/use-recovery.ts'
import { useParameterText } from '../../platform/router/use-parameter-text.ts'
import {
  defaultedParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../platform/router/use-search-state.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import {
  templateCapabilities,
  templateClients,
  templateKindList,
} from '../../platform/templates/template-procedures.ts'
import { NewTemplateButton } from './new-template-button.tsx'
import { type Task, TaskDialog } from './task-dialog.tsx'
import { templateColumns } from './template-columns.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { useTemplateLibrary } from './use-template-library.ts'

const searchSchema = {
  q: textParameter,
  template: optionalParameter,
  sort: optionalParameter,
  dir: defaultedParameter(['asc', 'desc'], 'asc'),
}
const idOf = (template: Template) => template.id

/** The library of the environment: stored templates, with their export, import and removal. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const can = useCan()
  const href = useHref()
  const offline = useOffline()
  const small = useMediaQuery(belowMd)
  const search = useRef<HTMLInputElement>(null)
  const [address, setSearchState] = useSearchState(searchSchema)
  const [task, setTask] = useRecoverableState<Task | null>(`templates/${environment.id}`, null)
  const [deleting, setDeleting] = useState<Template | null>(null)
  const title = intl.formatMessage({ id: 'Templates.Title' })
  useTitle(title)
  const library = useTemplateLibrary(environment.id)
  const columns = useMemo(() => templateColumns(intl), [intl])
  const writable = templateKindList.filter(kind => can(templateCapabilities[kind], 'write'))
  const [text, look] = useParameterText(address.q, q => setSearchState({ q }))
  const searchText = text.trim().toLocaleLowerCase()
  const { templates } = library
  const shown = useMemo(
    () =>
      templates.filter(
        each =>
          searchText === '' ||
          `${each.name}\n${each.description}\n${each.source}`.toLocaleLowerCase().includes(searchText),
      ),
    [templates, searchText],
  )
  const current = templates.find(({ id }) => id === address.template) ?? null
  const sort = columns.find(({ id }) => id === address.sort)?.id ?? 'name'
  const nothing = library.loaded && templates.length === 0
  const status: DataTableStatus = library.pending
    ? 'loading'
    : library.error !== null && templates.length === 0
      ? 'error'
      : nothing
        ? 'empty'
        : shown.length === 0
          ? 'noResults'
          : 'ready'
  const mayMake = can('templates.assessment', 'write') || can('templates.environment', 'write')
  const commands =
    writable.length === 0 ? undefined : (
      <>
        <Button disabled={offline} onClick={() => setTask({ kind: 'import' })}>
          <Icon icon={FileUp} />
          <FormattedMessage id="Templates.Import" />
        </Button>
        {mayMake ? (
          <NewTemplateButton
            disabled={offline}
            onChoose={(source, name) => setTask({ kind: 'create', source, name })}
          />
        ) : null}
      </>
    )
  const commandsOf = (row: Template) => (
    <>
      {row.kind === 'assessment' && mayUse ? (
        <Button size="sm" disabled={offline} onClick={() => setTask({ kind: 'use', template: row })}>
          <FormattedMessage id="Templates.Assessment.New" />
        </Button>
      ) : null}
      {can(templateCapabilities[row.kind], 'write') ? (
        <>
          <Button size="sm" disabled={offline} onClick={() => setTask({ kind: 'edit', template: row })}>
            <FormattedMessage id="Common.Edit" />
          </Button>
          <Button size="sm" onClick={() => void library.download(row)}>
            <FormattedMessage id="Environments.Export" />
          </Button>
          <Button size="sm" disabled={offline} onClick={() => setDeleting(row)}>
            <FormattedMessage id="Common.Delete" />
          </Button>
        </>
      ) : null}
    </>
  )
  const mayUse = environment.parentId === null && can('assessments', 'write') && can('rules', 'write')

  return (
    <>
      <ListPage
        name={title}
        header={
          <PageHeader
            title={title}
            breadcrumb={[
              { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
              { id: 'templates', label: title },
            ]}
            meta={writable.length === 0 ? <FormattedMessage id="Environments.ReadOnly" /> : undefined}
            actions={commands}
          />
        }
        bars={
          <div className="flex min-h-bar flex-wrap items-center gap-x-4 gap-y-2 border-y border-line-subtle px-page py-1">
            <SearchBox
              box={search}
              label={intl.formatMessage({ id: 'Templates.Search' })}
              value={text}
              onChange={look}
            />
            {library.counts.map(({ kind, used, limit }) => (
              <span key={kind} className="text-xs text-fg-secondary tabular-nums">
                <FormattedMessage
                  id="Templates.Count"
                  values={{ kind: intl.formatMessage({ id: `Templates.Kind.${kind}` }), used, limit }}
                />
              </span>
            ))}
          </div>
        }
        notice={
          library.error !== null && templates.length > 0 ? (
            <Callout tone="warning" live className="mx-page my-2">
              <FormattedMessage id="Authoring.List.Stale" />
            </Callout>
          ) : undefined
        }
        panel={
          current ? (
            <TemplatePanel
              key={current.id}
              template={current}
              commands={commandsOf(current)}
              onClose={() => setSearchState({ template: null })}
            />
          ) : undefined
        }
      >
        {nothing ? (
          <div className="min-w-0 flex-1 overflow-y-auto">
            <EmptyState
              kind="first-use"
              level={2}
              title={<FormattedMessage id="Templates.Empty.Title" />}
              description={
                <FormattedMessage id={writable.length > 0 ? 'Templates.Empty.How' : 'Templates.Empty.ReadOnly'} />
              }
            />
          </div>
        ) : (
          <DataTable
            className="min-w-0 flex-1"
            label={title}
            narrow={small ? 'cards' : 'scroll'}
            processing="client"
            columns={columns}
            rows={shown}
            getRowId={idOf}
            getRowName={row => row.name}
            status={status}
            sorting={[{ id: sort, desc: address.dir === 'desc' }]}
            onSortingChange={([first]) =>
              setSearchState({
                sort: !first || first.id === 'name' ? null : first.id,
                dir: first?.desc ? 'desc' : 'asc',
              })
            }
            currentRowId={current?.id ?? null}
            onCurrentRowChange={id => setSearchState({ template: id })}
            onRowOpen={row => setSearchState({ template: row.id })}
            onRetry={library.retry}
            rowActions={row => (
              <TemplateMenu
                template={row}
                offline={offline}
                write={can(templateCapabilities[row.kind], 'write')}
                onEdit={() => setTask({ kind: 'edit', template: row })}
                onExport={() => void library.download(row)}
                onDelete={() => setDeleting(row)}
                onUse={row.kind === 'assessment' && mayUse ? () => setTask({ kind: 'use', template: row }) : undefined}
              />
            )}
            message={
              status === 'error' ? (
                <QueryError error={library.error} onRetry={library.retry} />
              ) : status === 'noResults' ? (
                <EmptyState
                  kind="no-results"
                  title={<FormattedMessage id="Templates.None" />}
                  actions={
                    <Button
                      onClick={() => {
                        look('')
                        search.current?.focus()
                      }}
                    >
                      <FormattedMessage id="Common.ClearSearch" />
                    </Button>
                  }
                />
              ) : undefined
            }
          />
        )}
      </ListPage>
      <TaskDialog
        task={task}
        environmentId={environment.id}
        kinds={writable}
        onClose={() => setTask(null)}
        onAdded={library.retry}
        onChanged={library.refresh}
      />
      <DeleteDialog
        name={deleting?.name ?? null}
        confirm={<FormattedMessage id="Templates.Delete" />}
        onClose={() => setDeleting(null)}
        remove={() =>
          deleting
            ? templateClients[deleting.kind].remove({ environmentId: environment.id, templateId: deleting.id })
            : Promise.resolve()
        }
        onDeleted={() => {
          if (deleting && deleting.id === current?.id) setSearchState({ template: null })
          if (deleting) void library.refresh(deleting.kind)
        }}
      />
    </>
  )
}
