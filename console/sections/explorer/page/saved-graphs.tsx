import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Field,
  Icon,
  Input,
  Switch,
  useToast,
} from '@assay/design-system'
import { sharingCapability } from '@assay/risk-service/contract'
import { Bookmark, ChevronDown, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useSavedViews } from '../../../platform/saved-views/use-saved-views.ts'
import { type ExplorerState, explorerParameters, parseExplorer } from '../query/explorer-state.ts'

const maximumName = 100

/** What is stored of a graph: its address, which is read again when it is opened. */
const readGraph = ({ query }: Record<string, unknown>): { query: string } => ({
  query: typeof query === 'string' ? query : '',
})

/** A saved address as this version writes it. */
const readQuery = (query: string) => explorerParameters(parseExplorer(new URLSearchParams(query))).toString()

interface SavedGraphsProps {
  state: ExplorerState
  onOpen: (state: ExplorerState) => void
}

/** Saved graphs of the caller and shared ones: open, save, delete, and the link to the one on screen. */
export function SavedGraphs({ state, onOpen }: SavedGraphsProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const { views, saveAs, remove } = useSavedViews('graph', readGraph)
  const [naming, setNaming] = useState(false)
  const query = explorerParameters(state).toString()
  const current = views.find(view => readQuery(view.state.query) === query)
  const copyLink = () => {
    const link = location.href
    navigator.clipboard.writeText(link).then(
      () => toast({ title: intl.formatMessage({ id: 'Explorer.LinkCopied' }) }),
      () => toast({ tone: 'info', title: link }),
    )
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button>
            <Icon icon={Bookmark} />
            <FormattedMessage id="Explorer.Saved" />
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-h-[24rem] overflow-y-auto">
          <DropdownMenuItem disabled={state.start === null || offline} onSelect={() => setNaming(true)}>
            <FormattedMessage id="Explorer.Save" />
          </DropdownMenuItem>
          <DropdownMenuItem
            start={<Icon icon={Share2} size={12} />}
            disabled={state.start === null}
            onSelect={copyLink}
          >
            <FormattedMessage id="Explorer.CopyLink" />
          </DropdownMenuItem>
          {current && !current.readOnly ? (
            <DropdownMenuItem
              start={<Icon icon={Trash2} size={12} />}
              disabled={offline}
              onSelect={() => remove(current.id)}
            >
              <FormattedMessage id="Explorer.Delete" values={{ name: current.name }} />
            </DropdownMenuItem>
          ) : null}
          {views.length > 0 ? <DropdownMenuSeparator /> : null}
          {views.map(({ id, name, state: saved }) => (
            <DropdownMenuItem
              key={id}
              disabled={id === current?.id}
              onSelect={() => onOpen(parseExplorer(new URLSearchParams(saved.query)))}
            >
              <bdi className="max-w-[20rem] truncate">{name}</bdi>
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {naming ? (
        <SaveDialog
          onSave={(view, onStored) =>
            saveAs({ ...view, state: { query } }, stored => {
              onStored(stored)
              if (!stored) return
              toast({
                tone: 'success',
                title: intl.formatMessage({ id: 'DesignSystem.SavedViews.Saved' }, { name: view.name }),
              })
              setNaming(false)
            })
          }
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  )
}

interface SaveDialogProps {
  /** Saves the graph; calls back once it is known whether it was stored. */
  onSave: (view: { name: string; shared: boolean }, onStored: (stored: boolean) => void) => void
  onClose: () => void
}

function SaveDialog({ onSave, onClose }: SaveDialogProps) {
  const intl = useIntl()
  const can = useCan()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const [running, setRunning] = useState(false)
  const missing = name.trim() === ''
  return (
    <FormDialog
      title={<FormattedMessage id="Explorer.Save" />}
      description={<FormattedMessage id="Explorer.Save.Text" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={running}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(before => before + 1)
        if (missing || running) return
        setRunning(true)
        onSave({ name: name.trim(), shared }, () => setRunning(false))
      }}
      onClose={onClose}
    >
      <Field
        required
        label={<FormattedMessage id="DesignSystem.Graph.Column.name" />}
        {...(missing && attempts > 0 ? { error: intl.formatMessage({ id: 'Cases.Required' }) } : {})}
      >
        <Input value={name} maxLength={maximumName} onChange={event => setName(event.target.value)} />
      </Field>
      {can(sharingCapability, 'write') ? (
        <Switch label={<FormattedMessage id="Explorer.Save.Shared" />} checked={shared} onCheckedChange={setShared} />
      ) : null}
    </FormDialog>
  )
}
