"""Networks on the ground: roads, rivers, lakes, tunnels, bridges, and drawings that become them.

Words: *centerline*, *grade* (road slope), *span* (bridge length), *portal* (tunnel mouth), *cover* (ground above a bore). Not for:
where the water runs (``hydrology``).
"""
