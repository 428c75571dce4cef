/**
 * Parts that components load when they are first shown. A story is tested with all of them loaded, however busy the
 * machine is.
 */
const lazyModules = import.meta.glob([
  '../design-system/data-display/copyable-id/copyable-id.tsx',
  '../design-system/feedback/empty-state/empty-filters.tsx',
  '../design-system/feedback/toast/toast-region.tsx',
  '../design-system/navigation/breadcrumbs/hidden-items.tsx',
  '../design-system/navigation/environment-switcher/environment-chooser.tsx',
  '../design-system/navigation/nav-shell/nav-drawer.tsx',
  '../design-system/navigation/nav-shell/nav-flyout.tsx',
  '../design-system/navigation/page-header/action-menu.tsx',
  '../design-system/navigation/pagination/page-size.tsx',
  '../design-system/navigation/tabs/tab-overflow.tsx',
  '../design-system/overlays/command-palette/palette-dialog.tsx',
  '../design-system/overlays/shortcut-help/shortcut-dialog.tsx',
  '../design-system/overlays/tooltip/tooltip-layer.tsx',
  '../design-system/overlays/tour/tour-run.tsx',
])

export const preloadLazy = (): Promise<unknown> => Promise.all(Object.values(lazyModules).map(load => load()))
