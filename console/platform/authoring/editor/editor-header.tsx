import {
  type Breadcrumb,
  Button,
  Icon,
  IconButton,
  PageHeader,
  type Segment,
  SegmentedControl,
  VisuallyHidden,
} from '@assay/design-system'
import { ArrowLeft, CircleX, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import type { SaveState } from '../draft/autosave.ts'
import { SaveIndicator } from '../draft/save-indicator.tsx'
import { InlineRename } from '../naming/inline-rename.tsx'
import type { NameIssue } from '../naming/name-validation.ts'

interface EditorHeaderProps<View extends string> {
  name: string
  back: { label: string; href: string }
  /** Before the name. */
  breadcrumb: readonly Breadcrumb[]
  /** Absent where the name cannot be changed here. */
  rename?:
    | {
        label: string
        faultOf: (name: string) => NameIssue | null
        refused: string | null
        onRename: (name: string) => void
      }
    | undefined
  badges: ReactNode
  /** Draft, published, history; none while only one of them exists. */
  views: readonly Segment<View>[]
  view: View
  onView: (view: View) => void
  /** The draft is open and may be changed. */
  change: boolean
  saving: SaveState
  savedAt: string | undefined
  errors: number
  busy: boolean
  onDiscard: () => void
  onPublish: () => void
  /** Absent where a draft exists already, or the user may not change anything. */
  onEdit?: (() => void) | undefined
  actions?: ReactNode
}

/** Name, state and commands of what is open in an editor. */
export function EditorHeader<View extends string>({
  name,
  back,
  breadcrumb,
  rename,
  badges,
  views,
  view,
  onView,
  change,
  saving,
  savedAt,
  errors,
  busy,
  onDiscard,
  onPublish,
  onEdit,
  actions,
}: EditorHeaderProps<View>) {
  const intl = useIntl()
  const navigate = useNavigate()
  const [renaming, setRenaming] = useState(false)
  return (
    <div className="flex shrink-0 items-center border-be border-line-subtle ps-3">
      <IconButton icon={ArrowLeft} label={back.label} onClick={() => void navigate(back.href)} />
      <PageHeader
        className="min-w-0 flex-1 ps-2"
        title={renaming && rename ? <VisuallyHidden>{name}</VisuallyHidden> : <bdi>{name}</bdi>}
        breadcrumb={[...breadcrumb, { id: 'name', label: <bdi>{name}</bdi> }]}
        badges={
          <>
            {rename ? (
              <InlineRename
                name={name}
                label={rename.label}
                faultOf={rename.faultOf}
                refused={rename.refused}
                onOpenChange={setRenaming}
                onRename={rename.onRename}
              />
            ) : null}
            {badges}
            {views.length > 0 ? (
              <SegmentedControl
                label={intl.formatMessage({ id: 'Authoring.Editor.View' })}
                value={view}
                onValueChange={onView}
                segments={views}
              />
            ) : null}
          </>
        }
        actions={
          change ? (
            <>
              <SaveIndicator state={saving} savedAt={savedAt} />
              {errors > 0 ? (
                <span id="rule-blocked" className="flex items-center gap-1 text-xs text-danger-text">
                  <Icon icon={CircleX} size={12} />
                  <FormattedMessage id="Authoring.Editor.Blocked" values={{ count: errors }} />
                </span>
              ) : null}
              {actions}
              <Button variant="ghost" onClick={onDiscard} disabled={busy}>
                <FormattedMessage id="Authoring.Editor.Discard" />
              </Button>
              <Button
                variant="primary"
                onClick={onPublish}
                disabled={busy || errors > 0}
                {...(errors > 0 ? { 'aria-describedby': 'rule-blocked' } : {})}
              >
                <FormattedMessage id="Authoring.Editor.Publish" />
              </Button>
            </>
          ) : onEdit ? (
            <>
              {actions}
              <Button className="hidden md:inline-flex" variant="primary" onClick={onEdit} loading={busy}>
                <Icon icon={Pencil} />
                <FormattedMessage id="Common.Edit" />
              </Button>
            </>
          ) : (
            actions
          )
        }
      />
    </div>
  )
}
