import { Table } from '@parley/statements'
import { installationSettingColumns } from '../../installation-settings/installation-setting.js'

export const InstallationSettingTable = new Table({
  name: 'installation_settings',
  columns: installationSettingColumns,
})
