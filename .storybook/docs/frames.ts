interface Frames {
  height: string
  /** Stories that open nothing: they stay in the page, where controls reach them. */
  inPage?: readonly string[]
}

/**
 * Components whose stories open over the page, or take the focus, as soon as they are drawn, by their title. On a
 * documentation page such a story would lock the page and hide it from assistive technology, so each is shown in a
 * frame of its own.
 */
const frames: Readonly<Record<string, Frames>> = {
  'Data table/SavedViews': { height: '420px' },
  'Feedback/NotificationList': { height: '520px', inPage: ['Playground'] },
  'Forms/FormSummary': { height: '300px' },
  'Navigation/EnvironmentSwitcher': { height: '460px', inPage: ['Playground'] },
  'Navigation/NavShell': { height: '560px' },
  'Overlays/CommandPalette': { height: '640px' },
  'Overlays/ConfirmDanger': { height: '480px' },
  'Overlays/ContextMenu': { height: '360px' },
  'Overlays/Dialog': { height: '560px' },
  'Overlays/DropdownMenu': { height: '360px' },
  'Overlays/HoverCard': { height: '320px' },
  'Overlays/Popover': { height: '360px' },
  'Overlays/ShortcutHelp': { height: '640px' },
  'Overlays/SidePanel': { height: '560px' },
  'Overlays/Tour': { height: '480px' },
}

/** Height of the frame in which a documentation page shows a story; undefined where the story is part of the page. */
export function frameHeightOf({ title, name }: { title: string; name: string }): string | undefined {
  const found = frames[title]
  return found === undefined || found.inPage?.includes(name) ? undefined : found.height
}
