import { Paperclip, Send, X } from 'lucide-react'
import { type ComponentProps, type DragEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FieldCounter } from '../../forms/field/field.tsx'
import { type FileEntry, partitionFiles, type RejectionReason } from '../../forms/file-drop/file-state.ts'
import { useFileText } from '../../forms/file-drop/use-file-text.ts'
import { type MentionOption, MentionTextarea } from '../../forms/mention-textarea/mention-textarea.tsx'
import { cn } from '../../lib/cn.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { NoteFile } from './note-file.tsx'

/** The counter appears when this share of the length is used: before, it says nothing that matters. */
const counterFrom = 0.8

export interface NoteComposerProps
  extends Omit<ComponentProps<'div'>, 'children' | 'onDrop' | 'role' | 'onError' | 'autoFocus'> {
  /** Name of the field: "New note", "Reply to Ana". */
  label: string
  /** The text. */
  value: string
  /** Called with the text after each change. */
  onValueChange: (value: string) => void
  /** Maximum length of the text, in characters. */
  maxLength: number
  /** Shown in the empty field. */
  placeholder?: string
  /** The field receives the focus when it appears. */
  autoFocus?: boolean
  /** People for the mention that is typed. */
  options: readonly MentionOption[]
  /** Called with the text behind an `@` while a mention is typed, and with `null` when none is. */
  onMentionSearch: (query: string | null) => void
  /** Name of the list of people. */
  peopleLabel: string
  /** Files with the states of their uploads. */
  files: readonly FileEntry[]
  /** Accepted types, in the format of the native field. */
  accept: string
  /** The accepted types as text. */
  acceptLabel: string
  /** Maximum size of a file in bytes. */
  maxFileSize: number
  /** Maximum number of files. */
  maxFiles: number
  /** Called with accepted files: start their upload. */
  onFilesAdd: (files: File[]) => void
  /** Called with the id of the file to remove. */
  onFileRemove: (id: string) => void
  /** Called with the id of the failed file to upload again. */
  onFileRetry: (id: string) => void
  /** Publishes the note. Also Ctrl or Command with Enter. */
  onPublish: () => void
  /** Discards the draft. */
  onDiscard: () => void
  /** Name of the button that publishes: "Publish note", "Save changes". */
  publishLabel: string
  /** Name of the button that discards. */
  discardLabel: string
  /** The note is being sent. */
  pending?: boolean
  /** Why nothing can be published at the moment, without a connection for example; the text can be written. */
  unavailable?: ReactNode
  /** Consequence of publishing that the author should know. */
  warning?: ReactNode
  /** Why the note was not published. */
  error?: ReactNode
}

/** The field for a note or a reply: text with mentions, files by button or by dragging them in. */
export function NoteComposer({
  label,
  value,
  onValueChange,
  maxLength,
  placeholder,
  autoFocus = false,
  options,
  onMentionSearch,
  peopleLabel,
  files,
  accept,
  acceptLabel,
  maxFileSize,
  maxFiles,
  onFilesAdd,
  onFileRemove,
  onFileRetry,
  onPublish,
  onDiscard,
  publishLabel,
  discardLabel,
  pending = false,
  unavailable,
  warning,
  error,
  className,
  ...props
}: NoteComposerProps) {
  const intl = useIntl()
  const words = useFileText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [rejected, setRejected] = useState<readonly { name: string; reason: RejectionReason }[]>([])
  const length = value.trim().length
  const uploading = files.some(({ state }) => state.kind !== 'done' && state.kind !== 'failed')
  const failed = files.some(({ state }) => state.kind === 'failed')
  const publishable =
    length > 0 && length <= maxLength && !uploading && !failed && !pending && unavailable === undefined

  const add = (list: readonly File[]) => {
    if (pending || unavailable !== undefined || list.length === 0) return
    const sorted = partitionFiles(list, { accept, maxSize: maxFileSize, multiple: true, fileCount: files.length })
    const room = Math.max(0, maxFiles - files.length)
    const surplus = sorted.accepted.slice(room).map(file => ({ file, reason: 'count' as const }))
    setRejected([...sorted.rejected, ...surplus].map(({ file, reason }) => ({ name: file.name, reason })))
    if (room > 0 && sorted.accepted.length > 0) onFilesAdd(sorted.accepted.slice(0, room))
  }
  const drag = (event: DragEvent, entered: boolean) => {
    if (pending || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(entered)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (publishable) onPublish()
  }
  return (
    // Dropping is an additional way: the button inside does the same.
    <div
      role="group"
      data-slot="note-composer"
      aria-label={label}
      data-over={over || undefined}
      onDragEnter={event => drag(event, true)}
      onDragOver={event => drag(event, true)}
      onDragLeave={event =>
        event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null)
          ? undefined
          : drag(event, false)
      }
      onDrop={event => {
        drag(event, false)
        add([...event.dataTransfer.files])
      }}
      className={cn(
        'flex min-w-0 flex-col gap-1.5 rounded-control data-over:bg-surface-selected data-over:outline data-over:outline-accent',
        className,
      )}
      {...props}
    >
      <MentionTextarea
        rows={3}
        value={value}
        onValueChange={onValueChange}
        options={options}
        onMentionSearch={onMentionSearch}
        listLabel={peopleLabel}
        readOnly={pending}
        invalid={length > maxLength || error !== undefined}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={`${id}-notices`}
        autoFocus={autoFocus}
        onKeyDown={pressKey}
      />
      {files.map(file => (
        <NoteFile
          key={file.id}
          name={file.name}
          size={file.size}
          state={file.state}
          onRemove={pending ? undefined : () => onFileRemove(file.id)}
          onRetry={pending ? undefined : () => onFileRetry(file.id)}
        />
      ))}
      <div id={`${id}-notices`} className="grid gap-1 text-xs wrap-anywhere empty:hidden">
        {rejected.length > 0 ? (
          <div role="alert" className="text-danger-text">
            <ul>
              {rejected.slice(0, 5).map(({ name, reason }, index) => (
                <li key={index}>
                  {reason === 'count' ? (
                    <FormattedMessage
                      id="DesignSystem.NoteComposer.TooManyFiles"
                      values={{ name: <bdi>{name}</bdi>, count: maxFiles }}
                    />
                  ) : (
                    <FormattedMessage
                      id={`DesignSystem.FileDrop.Refused.${reason}`}
                      values={{ name: <bdi>{name}</bdi>, types: acceptLabel, size: words.size(maxFileSize) }}
                    />
                  )}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {unavailable === undefined ? null : <p className="text-fg-secondary">{unavailable}</p>}
        {warning === undefined ? null : <p className="text-warning-text">{warning}</p>}
        {error === undefined ? null : (
          <p role="alert" className="text-danger-text">
            {error}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          size="sm"
          icon={Paperclip}
          label={intl.formatMessage({ id: 'DesignSystem.NoteComposer.Attach' })}
          disabled={pending || files.length >= maxFiles || unavailable !== undefined}
          onClick={() => input.current?.click()}
        />
        {/* The native field opens the system's dialog; the button before it is visible, named and focusable. */}
        <input
          ref={input}
          type="file"
          hidden
          multiple
          tabIndex={-1}
          aria-hidden
          accept={accept}
          onChange={event => {
            add([...(event.target.files ?? [])])
            // The same file may be chosen again after its removal.
            event.target.value = ''
          }}
        />
        {length > maxLength * counterFrom ? <FieldCounter used={length} limit={maxLength} /> : null}
        <span className="ms-auto flex gap-1">
          <IconButton size="sm" icon={X} label={discardLabel} disabled={pending} onClick={onDiscard} />
          <IconButton
            size="sm"
            variant="secondary"
            icon={Send}
            label={publishLabel}
            loading={pending}
            disabled={!publishable && !pending}
            onClick={onPublish}
          />
        </span>
      </div>
    </div>
  )
}
