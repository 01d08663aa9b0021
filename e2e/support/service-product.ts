import { startOutsideWorld } from '#server/testing/services/outside-world.ts';
import { resetBetweenTests, type World } from '#server/testing/worker.ts';
import { shareProduct } from './public-forms.ts';
import { signInTo, type StaffProduct } from './staff-product.ts';

/** The product with stand-ins of all outside services, and signed-in staff. */
export interface ServiceProduct extends StaffProduct {
  readonly world: World;
}

const outside = startOutsideWorld();

/** Shares them with the other files of the vitest worker; the stand-ins are reset before each test. */
export async function startServiceProduct(): Promise<ServiceProduct> {
  const world = resetBetweenTests(await outside);
  return { ...(await signInTo(await shareProduct(world.settings))), world };
}
