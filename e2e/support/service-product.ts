import { startWorld, type World } from '#server/testing/worker.ts';
import { type StaffProduct, startStaffProduct } from './staff-product.ts';

/** The product with stand-ins of all outside services, and signed-in staff. */
export interface ServiceProduct extends StaffProduct {
  readonly world: World;
}

/** Starts them for a test file; the stand-ins are reset before each test. */
export async function startServiceProduct(): Promise<ServiceProduct> {
  const world = await startWorld();
  // Each product has its own data folder.
  const { DATA_DIR: _, ...settings } = world.settings;
  return { ...(await startStaffProduct(settings)), world };
}
