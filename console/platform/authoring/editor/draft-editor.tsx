import {
  type Breadcrumb,
  Button,
  Callout,
  ConfirmDanger,
  EditorPage,
  focusPageTitle,
  type Segment,
  useToast,
} from '@assay/design-system'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useHref } from '../../environments/environments.tsx'
import { useApiMutation } from '../../mutations/use-api-mutation.ts'
import { readRecovery } from '../../recovery/use-recovery.ts'
import { optionalParameter, useSearchState } from '../../router/use-search-state.ts'
import { useTitle } from '../../router/use-title.ts'
import { useTitleFocus } from '../../router/use-title-focus.ts'
import { DraftLeaveGuard } from '../draft/draft-leave-guard.tsx'
import type { PublishedWithDraft, StoredDraft } from '../draft/use-stored-draft.ts'
import type { Part } from '../fql/diagnostics.ts'
import type { NameIssue } from '../naming/name-validation.ts'
import { EditorHeader } from './editor-header.tsx'
import type { ChosenPart } from './use-parts.tsx'

/** `version` and `against` belong to the history of a rule. */
const searchSchema = { view: optionalParameter, version: optionalParameter, against: optionalParameter }

type EditorView = 'draft' | 'published' | 'history'

export interface DraftView<Body> {
  view: EditorView
  setView: (view: EditorView) => void
  /** The draft is shown, not what is published. */
  editing: boolean
  body: Body | null
  chosen: ChosenPart
}

/**
 * Whether the address shows the draft or the published version: the draft if one exists. `history`: earlier versions
 * can be shown, too.
 */
export function useDraftView<Body, Answer extends PublishedWithDraft<Body>>(
  stored: Answer,
  draft: StoredDraft<Body, Answer>,
  history = false,
): DraftView<Body> {
  const [{ view: requested }, setSearchState] = useSearchState(searchSchema)
  const [part, setPart] = useState<Part | null>(null)
  const view: EditorView =
    history && requested === 'history' && stored.published
      ? 'history'
      : draft.body && !(requested === 'published' && stored.published)
        ? 'draft'
        : 'published'
  const editing = view === 'draft' && draft.body !== null
  return {
    view,
    editing,
    body: editing ? draft.body : stored.published,
    chosen: { part, setPart },
    setView: next => setSearchState({ version: null, against: null, view: next === 'draft' ? null : next }, 'push'),
  }
}

interface DraftEditorProps<Body extends { name: string }, Answer extends PublishedWithDraft<Body>> {
  stored: Answer & { id: string }
  draft: StoredDraft<Body, Answer>
  shown: DraftView<Body>
  write: boolean
  /** The list that contains the resource; `area`: the pages that the list belongs to, the data pages by default. */
  list: { title: string; back: string; href: string; area?: Breadcrumb }
  renameLabel: string
  faultOf: (name: string) => NameIssue | null
  badges: ReactNode
  /** Commands of its own, before those of the draft. */
  actions?: ReactNode
  notice?: ReactNode
  /** Earlier versions; absent where none are shown. */
  history?: ReactNode
  /** Below what is edited, whatever is shown. */
  foot?: ReactNode
  errors: number
  /** "Velocity set published." */
  published: string
  /** What is published is newer than what this page began with. */
  refresh: () => unknown
  publishDialog: (events: { onClose: () => void; onTaken: () => void; onPublished: () => void }) => ReactNode
  children: ReactNode
}

/** An editor of something that has a draft and a published version: its head, and what happens to the draft. */
export function DraftEditor<Body extends { name: string }, Answer extends PublishedWithDraft<Body>>({
  stored,
  draft,
  shown: { view, setView, editing, body },
  write,
  list,
  renameLabel,
  faultOf,
  badges,
  actions,
  notice,
  history,
  foot,
  errors,
  published,
  refresh,
  publishDialog,
  children,
}: DraftEditorProps<Body, Answer>) {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const href = useHref()
  // Left open on the way to the sign-in page, it opens again.
  const [publishing, setPublishing] = useState(() => readRecovery(`publish/${stored.id}`) !== undefined)
  const [discarding, setDiscarding] = useState(false)
  const name = body?.name ?? ''
  useTitle(name)
  const discard = useApiMutation({
    mutationFn: () => draft.discard(),
    onSuccess: async () => {
      setDiscarding(false)
      if (stored.published) setView('published')
      else await navigate(list.href)
      toast({ title: intl.formatMessage({ id: 'Authoring.Discard.Done' }) })
    },
  })
  const start = useApiMutation({ mutationFn: () => draft.start(), onSuccess: () => setView('draft') })
  const close = () => {
    setPublishing(false)
    setView('published')
  }
  const change = editing && write
  // The button that began the draft is removed with the published version.
  const begun = useRef(change)
  useEffect(() => {
    if (change && !begun.current && document.activeElement === document.body) focusPageTitle()
    begun.current = change
  }, [change])
  useTitleFocus()
  const views: Segment<EditorView>[] = [
    ...(draft.body ? [{ value: 'draft' as const, label: <FormattedMessage id="Authoring.Editor.Draft" /> }] : []),
    { value: 'published', label: <FormattedMessage id="Authoring.Editor.Published" /> },
    ...(history === undefined
      ? []
      : [{ value: 'history' as const, label: <FormattedMessage id="Authoring.Editor.History" /> }]),
  ]
  return (
    <EditorPage
      name={name}
      header={
        <EditorHeader<EditorView>
          name={name}
          back={{ label: list.back, href: list.href }}
          breadcrumb={[
            list.area ?? { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'list', label: list.title, href: list.href },
          ]}
          rename={
            change
              ? {
                  label: renameLabel,
                  faultOf,
                  refused: draft.rejectedName,
                  onRename: next => draft.change(each => ({ ...each, name: next })),
                }
              : undefined
          }
          badges={badges}
          views={stored.published && views.length > 1 ? views : []}
          actions={actions}
          view={view}
          onView={next => void draft.flush().then(() => setView(next))}
          change={change}
          saving={draft.state}
          savedAt={stored.draft?.savedAt}
          errors={errors}
          busy={discard.isPending || start.isPending}
          onDiscard={() => setDiscarding(true)}
          onPublish={() => setPublishing(true)}
          onEdit={write && draft.body === null ? () => start.mutate() : undefined}
        />
      }
      notice={
        <>
          {notice}
          {editing && draft.state.kind === 'failed' ? (
            <Callout
              tone="danger"
              live
              className="m-3"
              actions={
                <Button size="sm" onClick={() => void draft.flush()}>
                  <FormattedMessage id="Common.Retry" />
                </Button>
              }
            >
              <FormattedMessage id="Authoring.Save.FailedText" />
            </Callout>
          ) : null}
        </>
      }
    >
      {view === 'history' ? history : children}
      {foot}
      {publishing && draft.body
        ? publishDialog({
            onClose: () => setPublishing(false),
            onTaken: () => {
              close()
              void refresh()
            },
            onPublished: () => {
              close()
              toast({ title: published, tone: 'success' })
            },
          })
        : null}
      <ConfirmDanger
        open={discarding}
        onOpenChange={setDiscarding}
        loading={discard.isPending}
        onConfirm={() => discard.mutate()}
        title={<FormattedMessage id="Authoring.Discard.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
        description={
          <FormattedMessage id={stored.published ? 'Authoring.Discard.KeepsPublished' : 'Authoring.Discard.Gone'} />
        }
        confirmLabel={<FormattedMessage id="Authoring.Discard.Confirm" />}
      />
      <DraftLeaveGuard draft={draft} />
    </EditorPage>
  )
}
