import { read, write } from '../rights.ts'

/** Rights of the pictures behind maps: who sees events sees their maps. */
export const mapRights = {
  'maps.layers': read('search'),
  'maps.tile': read('search'),
  'maps.provider': read('admin.configuration'),
  'maps.saveProvider': write('admin.configuration'),
} as const
