"""The main job, played in a throwaway folder with the real programs."""
